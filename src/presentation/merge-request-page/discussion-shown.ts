import { t } from '../../base/localize';
import type { ReportedPosition } from '../../domain/changes/positions';
import { hasUserComments, type ThreadSearch, threadState } from '../../domain/discussions/threads';
import { excerpt } from '../discussions/comment-markdown';
import type { DiscussionModel, DiscussionThread, NoteOf } from './discussion-model';

/** Returns the element ID of a comment's heading, and of its thread if it is the first one. */
export const threadElement = (note: number): string => `thread-${note}`;

/** Returns the comment whose heading, or whose text box for a reply, has this element ID. */
export function noteOfElement(element: string): number | undefined {
  const [, note] = /^(?:thread|reply-to)-([1-9]\d{0,14})(?:-text)?$/.exec(element) ?? [];
  return note === undefined ? undefined : Number(note);
}

/** Maximum number of replies per thread; the others are only counted. */
const MAX_REPLIES = 20;

/** A thread with the comments to show: the first one, and the latest replies. */
export interface ShortenedThread {
  readonly thread: DiscussionThread;
  readonly notes: readonly DiscussionThread['notes'][number][];
  /** Number of omitted replies between them. */
  readonly left: number;
}

/** Returns the number of unresolved threads. */
export const unresolvedThreads = ({ known }: DiscussionModel): number =>
  (known?.threads ?? []).filter((thread) => hasUserComments(thread) && threadState(thread) === 'open').length;

/**
 * True if unresolved threads can be shown here, or aren't loaded yet. Otherwise, only the server's page shows
 * them.
 */
export const canShowThreads = ({ known }: DiscussionModel): boolean =>
  known === undefined ||
  (known.missing === undefined &&
    known.threads.some((thread) => hasUserComments(thread) && threadState(thread) === 'open'));

/** The position of a thread on a line of code. */
export const positionOf = ({ notes }: DiscussionThread): ReportedPosition | undefined =>
  notes.find(({ position }) => position !== null && position !== undefined)?.position ?? undefined;

/** The earlier replies to show: those that match a search, or a single one. */
interface WantedReplies {
  readonly search?: ThreadSearch | undefined;
  /** ID of a comment. */
  readonly revealed?: number | undefined;
}

/** Returns a thread with its first comment, its latest replies, and the latest earlier replies that are wanted. */
export function shortThread(
  thread: DiscussionThread,
  { search, revealed }: WantedReplies = {},
): ShortenedThread {
  const userNotes = thread.notes.filter(({ system }) => !system);
  const replies = userNotes.slice(1);
  const found = replies
    .slice(0, -MAX_REPLIES)
    .filter((note) => note.id === revealed || search?.occursIn(note) === true);
  const notes = [...userNotes.slice(0, 1), ...found.slice(-MAX_REPLIES), ...replies.slice(-MAX_REPLIES)];
  return { thread, notes, left: userNotes.length - notes.length };
}

/** Returns a text that identifies a comment, for the labels of its buttons. */
export const aboutNote = ({ author, body }: NoteOf): string =>
  `${author?.name ?? t('Unknown user')}: ${excerpt(body, 40) || t('(empty)')}`;
