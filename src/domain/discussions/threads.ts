import {
  type ImagePlace,
  imagePlaceOf,
  type LineSpan,
  type ReportedPosition,
  spanOf,
} from '../changes/positions';

/** Fields of threads that the rules use. */
export interface ThreadFacts {
  readonly id: string;
  /** True for a comment that isn't a thread. */
  readonly individual_note?: boolean | undefined;
  readonly notes: readonly NoteFacts[];
}
interface NoteFacts {
  readonly system: boolean;
  readonly resolvable: boolean;
  readonly resolved: boolean;
  readonly position?: ReportedPosition | null | undefined;
}

/** `plain`: a comment that can't be resolved. */
export type ThreadState = 'open' | 'resolved' | 'plain';

export function threadState({ notes, individual_note: isComment }: ThreadFacts): ThreadState {
  if (isComment === true) return 'plain';
  const resolvable = notes.filter((note) => note.resolvable);
  if (resolvable.length === 0) return 'plain';
  return resolvable.every(({ resolved }) => resolved) ? 'resolved' : 'open';
}

/** True if the thread contains a user's comment, and not only system notes. */
export const hasUserComments = ({ notes }: ThreadFacts): boolean => notes.some(({ system }) => !system);

/**
 * Returns threads with users' comments: unresolved first, then plain comments, then resolved threads.
 * Otherwise keeps the order.
 */
export function orderedThreads<T extends ThreadFacts>(threads: readonly T[]): readonly T[] {
  const byState: Readonly<Record<ThreadState, T[]>> = { open: [], plain: [], resolved: [] };
  for (const thread of threads) if (hasUserComments(thread)) byState[threadState(thread)].push(thread);
  return [...byState.open, ...byState.plain, ...byState.resolved];
}

/** The location of a thread: a file and, if known, its lines, or its place in an image. */
export interface ThreadPlace {
  readonly path: string;
  readonly span: LineSpan | undefined;
  readonly image: ImagePlace | undefined;
}

/** Returns the location of a thread; undefined for general threads. */
export function threadPlaceOf({
  notes,
}: {
  readonly notes: readonly Pick<ThreadFacts['notes'][number], 'position'>[];
}): ThreadPlace | undefined {
  const position = notes.find((note) => note.position)?.position;
  const path = position?.new_path ?? position?.old_path;
  return position && path ? { path, span: spanOf(position), image: imagePlaceOf(position) } : undefined;
}

/**
 * Returns unresolved threads in the order of navigation: by file in the order of the diff, then by line, and
 * general threads at the end.
 */
export function walkThreads<T extends ThreadFacts>(
  threads: readonly T[],
  files: readonly string[],
): readonly T[] {
  const rank = new Map(files.map((path, index) => [path, index]));
  return threads
    .filter((thread) => threadState(thread) === 'open')
    .map((thread, index) => {
      const place = threadPlaceOf(thread);
      const file = place === undefined ? Infinity : (rank.get(place.path) ?? files.length);
      return { thread, file, path: place?.path ?? '', line: place?.span?.end ?? 0, index };
    })
    .sort(
      (a, b) =>
        (a.file === b.file ? 0 : a.file - b.file) ||
        a.path.localeCompare(b.path) ||
        a.line - b.line ||
        a.index - b.index,
    )
    .map(({ thread }) => thread);
}

/** A comment in which text is searched. */
interface SearchedNote {
  readonly system: boolean;
  readonly body: string;
  readonly author?: { readonly name: string; readonly username: string } | null | undefined;
}

/** A search in the comments of users. */
export interface ThreadSearch {
  /** True if each word of the search occurs in the text or author of at least one comment of the thread. */
  readonly matches: (thread: { readonly notes: readonly SearchedNote[] }) => boolean;
  /** True if all words of the search occur in the text or author of the comment. */
  readonly occursIn: (note: SearchedNote) => boolean;
}

/** Returns a search that ignores case; undefined if the text is blank. */
export function threadSearch(text: string): ThreadSearch | undefined {
  const terms = [...new Set(searchable(text).split(/\s+/))].filter((word) => word !== '');
  if (terms.length === 0) return undefined;
  return {
    matches: ({ notes }) => {
      const texts = notes.filter(({ system }) => !system).map(searchedText);
      return terms.every((word) => texts.some((each) => each.includes(word)));
    },
    occursIn: (note) => {
      const noteText = searchedText(note);
      return terms.every((word) => noteText.includes(word));
    },
  };
}

const searchedText = ({ author, body }: SearchedNote): string =>
  searchable(author ? `${author.name}\n@${author.username}\n${body}` : body);

/** Ignores case, and how characters are composed. */
const searchable = (text: string): string => text.normalize('NFKC').toLowerCase();
