import type { Client } from '../../api/client';
import type { ArgsOf } from '../../api/endpoint';
import {
  createDiscussion,
  createDraftNote,
  createNote,
  createReply,
  editDraftNote,
  editNote,
} from '../../api/endpoints/discussions';
import { argsOf } from '../merge-requests/calls';
import type { MergeRequestKey } from '../shared/keys';
import type { OutboxItem, Said } from './comment-outbox';
import type { Discussion, DraftNote, Note, Talk } from './discussions';

/** Sends what was written, and gives what the talk is with it. `of` is the draft whose text is changed. */
export async function sendSaid(
  client: Client,
  key: MergeRequestKey,
  said: Said,
  of?: DraftNote,
): Promise<(talk: Talk) => Talk> {
  const { body, discussion, note, position, draft } = said;
  if (draft && note !== undefined) {
    const given = { draft_note_id: note, note: body, position: keptPosition(of?.position) };
    const now = await client.call(editDraftNote, { ...argsOf(key), ...given });
    return (talk) => ({ ...talk, drafts: talk.drafts?.map((each) => (each.id === note ? now : each)) });
  }
  if (draft) {
    const given = { note: body, in_reply_to_discussion_id: discussion, position };
    const made = await client.call(createDraftNote, { ...argsOf(key), ...given });
    return (talk) => withDraft(talk, made);
  }
  if (isPlain(said)) {
    const made = await client.call(createNote, { ...argsOf(key), body });
    return (talk) => (made === undefined ? talk : withComment(talk, made));
  }
  if (discussion === undefined) {
    const made = await client.call(createDiscussion, { ...argsOf(key), body, position });
    return (talk) => ({ ...talk, threads: [...without(talk.threads, made.id), made] });
  }
  const at = { ...argsOf(key), discussion_id: discussion };
  if (note === undefined) {
    const made = await client.call(createReply, { ...at, body });
    return (talk) =>
      asThread(
        changed(talk, discussion, (notes) => [...without(notes, made.id), made]),
        discussion,
      );
  }
  const now = await client.call(editNote, { ...at, note_id: note, body });
  return (talk) => changed(talk, discussion, (notes) => notes.map((each) => (each.id === note ? now : each)));
}

type SentPosition = ArgsOf<typeof editDraftNote>['position'];

/** The position of a draft as it has to be sent to stay: without what is null, and of lines only what is taken. */
function keptPosition(told: DraftNote['position']): SentPosition {
  const { base_sha, start_sha, head_sha, position_type, line_range: range, ...rest } = told ?? {};
  const type = POSITION_TYPES.find((each) => each === position_type);
  if (!base_sha || !start_sha || !head_sha || type === undefined) return undefined;
  const [start, end] = [keptEnd(range?.start), keptEnd(range?.end)];
  return {
    ...{ base_sha, start_sha, head_sha, position_type: type },
    old_path: rest.old_path ?? undefined,
    new_path: rest.new_path ?? undefined,
    old_line: rest.old_line ?? undefined,
    new_line: rest.new_line ?? undefined,
    width: rest.width ?? undefined,
    height: rest.height ?? undefined,
    x: rest.x ?? undefined,
    y: rest.y ?? undefined,
    ...(start === undefined || end === undefined ? {} : { line_range: { start, end } }),
  };
}

const POSITION_TYPES = ['text', 'image', 'file'] as const;

type ToldEnd = NonNullable<NonNullable<DraftNote['position']>['line_range']>['start'];

function keptEnd(told: ToldEnd) {
  const { line_code: code, type } = told ?? {};
  if (!code) return undefined;
  const side = SIDES.find((each) => each === type);
  return side === undefined ? { line_code: code } : { line_code: code, type: side };
}

const SIDES = ['old', 'new'] as const;

/** A comment on the merge request as a whole that begins no thread. */
export const isPlain = ({ draft, discussion, position, thread }: Said): boolean =>
  !draft && discussion === undefined && position === undefined && thread !== true;

/** Shown until the threads are read again: the answer does not tell the id of its thread. */
const withComment = (talk: Talk, made: Note): Talk => ({
  ...talk,
  threads: [...talk.threads, { id: `note ${made.id}`, individual_note: true, notes: [made] }],
});

/** An answer makes a thread of a comment. */
const asThread = (talk: Talk, discussion: string): Talk => ({
  ...talk,
  threads: talk.threads.map((each) => (each.id === discussion ? { ...each, individual_note: false } : each)),
});

const without = <T extends { readonly id: unknown }>(list: readonly T[], id: T['id']): readonly T[] =>
  list.filter((each) => each.id !== id);

const withDraft = (talk: Talk, draft: DraftNote): Talk => ({
  ...talk,
  drafts: [...without(talk.drafts ?? [], draft.id), draft],
});

/** A thread with other notes; one without any is gone. */
export function changed(
  talk: Talk,
  discussion: string,
  change: (notes: readonly Note[]) => readonly Note[],
): Talk {
  const threads = talk.threads
    .map((thread): Discussion =>
      thread.id === discussion ? { ...thread, notes: [...change(thread.notes)] } : thread,
    )
    .filter(({ notes }) => notes.length > 0);
  return { ...talk, threads };
}

/** A comment with what was known when it was sent. `at`: Unix milliseconds of this machine. */
type Sent = Said & Pick<OutboxItem, 'at' | 'newest'>;

/**
 * Whether a comment that was sent, and whose response was lost, is there: then it must not be sent again. Note IDs only
 * grow, so a note counts if it is newer than what was known then. Clocks are compared only if no notes were known.
 */
export function hasArrived({ threads, drafts = [] }: Talk, said: Sent, by: number): boolean {
  const isSame = (text: string): boolean => text.trim() === said.body.trim();
  if (said.draft) {
    if (said.note !== undefined) return drafts.some(({ id, note }) => id === said.note && isSame(note));
    return drafts.some(
      (draft) =>
        isSame(draft.note) && (draft.discussion_id ?? undefined) === said.discussion && isAt(draft, said),
    );
  }
  const isNew = ({ id, created_at: at }: Note): boolean =>
    said.newest === undefined ? Date.parse(at ?? '') >= said.at - CLOCKS_DIFFER_MS : id > said.newest;
  const own = (note: Note): boolean => note.author?.id === by && isSame(note.body) && isNew(note);
  if (said.note !== undefined) {
    return threads.some(({ notes }) => notes.some((note) => note.id === said.note && isSame(note.body)));
  }
  return threads.some(({ id, notes: [first, ...replies] }) =>
    said.discussion === undefined
      ? first !== undefined && own(first) && isAt(first, said)
      : id === said.discussion && replies.some(own),
  );
}

/** The highest note ID; undefined where nothing was read. */
export function newestNote(talk: Talk | undefined): number | undefined {
  if (talk === undefined || talk.missing !== undefined) return undefined;
  return talk.threads.reduce(
    (newest, { notes }) => notes.reduce((id, note) => Math.max(id, note.id), newest),
    0,
  );
}

/** The clock of a server may be behind ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

function isAt({ position: at }: Pick<Note, 'position'>, { position }: Said): boolean {
  return (
    (at?.new_path ?? undefined) === position?.new_path &&
    (at?.new_line ?? undefined) === position?.new_line &&
    (at?.old_line ?? undefined) === position?.old_line
  );
}
