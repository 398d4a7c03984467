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
import type { CommentToPost, OutboxItem } from './comment-outbox';
import type { Discussion, DraftNote, MergeRequestComments, Note } from './discussions';

/**
 * `apply`: adds the comment to the threads. `publicNote`: the ID of the comment, if it should be internal but everyone
 * can read it.
 */
export interface SentComment {
  readonly apply: (comments: MergeRequestComments) => MergeRequestComments;
  readonly publicNote?: number | undefined;
}

/** Sends a comment. `of`: the pending comment to edit. */
export async function sendComment(
  client: Client,
  key: MergeRequestKey,
  comment: CommentToPost,
  of?: DraftNote,
): Promise<SentComment> {
  const { body, discussion, note, position, draft, internal } = comment;
  if (draft && note !== undefined) {
    const given = { draft_note_id: note, note: body, position: keptPosition(of?.position) };
    const now = await client.call(editDraftNote, { ...argsOf(key), ...given });
    return {
      apply: (comments) => ({
        ...comments,
        drafts: comments.drafts?.map((each) => (each.id === note ? now : each)),
      }),
    };
  }
  if (draft) {
    const given = { note: body, in_reply_to_discussion_id: discussion, position };
    const made = await client.call(createDraftNote, { ...argsOf(key), ...given });
    return { apply: (comments) => withDraft(comments, made) };
  }
  if (isPlainComment(comment)) {
    const made = await client.call(createNote, { ...argsOf(key), body, internal });
    return {
      apply: (comments) => (made === undefined ? comments : withComment(comments, made)),
      publicNote: internal === true ? publicNote(made) : undefined,
    };
  }
  if (discussion === undefined) {
    const made = await client.call(createDiscussion, { ...argsOf(key), body, position, internal });
    return {
      apply: (comments) => ({ ...comments, threads: [...without(comments.threads, made.id), made] }),
      publicNote: internal === true ? publicNote(made.notes[0]) : undefined,
    };
  }
  const at = { ...argsOf(key), discussion_id: discussion };
  if (note === undefined) {
    const made = await client.call(createReply, { ...at, body });
    return {
      apply: (comments) =>
        asThread(
          withChangedNotes(comments, discussion, (notes) => [...without(notes, made.id), made]),
          discussion,
        ),
    };
  }
  const now = await client.call(editNote, { ...at, note_id: note, body });
  return {
    apply: (comments) =>
      withChangedNotes(comments, discussion, (notes) => notes.map((each) => (each.id === note ? now : each))),
  };
}

/** Returns the ID of a note that everyone can read. */
const publicNote = (made: Note | undefined): number | undefined =>
  made?.internal === true ? undefined : made?.id;

type SentPosition = ArgsOf<typeof editDraftNote>['position'];

/**
 * Returns the position that preserves a pending comment's position: without `null` values, and with only the
 * supported fields of line ranges.
 */
function keptPosition(position: DraftNote['position']): SentPosition {
  const { base_sha, start_sha, head_sha, position_type, line_range: range, ...rest } = position ?? {};
  const type = POSITION_TYPES.find((each) => each === position_type);
  if (!base_sha || !start_sha || !head_sha || type === undefined) return undefined;
  const [start, end] = [keptEnd(range?.start), keptEnd(range?.end)];
  return {
    base_sha,
    start_sha,
    head_sha,
    position_type: type,
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

type DraftRangeEnd = NonNullable<NonNullable<DraftNote['position']>['line_range']>['start'];

function keptEnd(rangeEnd: DraftRangeEnd) {
  const { line_code: code, type } = rangeEnd ?? {};
  if (!code) return undefined;
  const side = SIDES.find((each) => each === type);
  return side === undefined ? { line_code: code } : { line_code: code, type: side };
}

const SIDES = ['old', 'new'] as const;

/** True for a comment on the whole merge request that doesn't start a thread. */
export const isPlainComment = ({ draft, discussion, position, thread }: CommentToPost): boolean =>
  !draft && discussion === undefined && position === undefined && thread !== true;

/**
 * Uses a temporary ID until the threads are read again, because the response doesn't contain the ID of the
 * thread.
 */
const withComment = (comments: MergeRequestComments, made: Note): MergeRequestComments => ({
  ...comments,
  threads: [...comments.threads, { id: `note ${made.id}`, individual_note: true, notes: [made] }],
});

/** A reply turns a comment into a thread. */
const asThread = (comments: MergeRequestComments, discussion: string): MergeRequestComments => ({
  ...comments,
  threads: comments.threads.map((each) =>
    each.id === discussion ? { ...each, individual_note: false } : each,
  ),
});

const without = <T extends { readonly id: unknown }>(list: readonly T[], id: T['id']): readonly T[] =>
  list.filter((each) => each.id !== id);

const withDraft = (comments: MergeRequestComments, draft: DraftNote): MergeRequestComments => ({
  ...comments,
  drafts: [...without(comments.drafts ?? [], draft.id), draft],
});

/** Replaces the notes of a thread. Removes the thread if no notes are left. */
export function withChangedNotes(
  comments: MergeRequestComments,
  discussion: string,
  change: (notes: readonly Note[]) => readonly Note[],
): MergeRequestComments {
  const threads = comments.threads
    .map((thread): Discussion =>
      thread.id === discussion ? { ...thread, notes: [...change(thread.notes)] } : thread,
    )
    .filter(({ notes }) => notes.length > 0);
  return { ...comments, threads };
}

/** A comment with the data known when it was sent. `at`: Unix milliseconds of the local clock. */
type Sent = CommentToPost & Pick<OutboxItem, 'at' | 'newest'>;

/**
 * True if a comment whose response was lost exists on the server, so that it must not be sent again. Note IDs
 * only increase, so a note must have a higher ID than those known when it was sent. Clocks are compared only
 * if no notes were known.
 */
export function isOnServer(
  { threads, drafts = [] }: MergeRequestComments,
  comment: Sent,
  by: number,
): boolean {
  const isSame = (text: string): boolean => text.trim() === comment.body.trim();
  if (comment.draft) {
    if (comment.note !== undefined) return drafts.some(({ id, note }) => id === comment.note && isSame(note));
    return drafts.some(
      (draft) =>
        isSame(draft.note) &&
        (draft.discussion_id ?? undefined) === comment.discussion &&
        isAt(draft, comment),
    );
  }
  const isNew = ({ id, created_at: at }: Note): boolean =>
    comment.newest === undefined
      ? Date.parse(at ?? '') >= comment.at - CLOCKS_DIFFER_MS
      : id > comment.newest;
  const own = (note: Note): boolean => note.author?.id === by && isSame(note.body) && isNew(note);
  if (comment.note !== undefined) {
    return threads.some(({ notes }) => notes.some((note) => note.id === comment.note && isSame(note.body)));
  }
  return threads.some(({ id, notes: [first, ...replies] }) =>
    comment.discussion === undefined
      ? first !== undefined && own(first) && isAt(first, comment)
      : id === comment.discussion && replies.some(own),
  );
}

/** The current text of the comment that an edit changes; undefined if it isn't known. */
export function editedText(
  comments: MergeRequestComments | undefined,
  { draft, note }: Pick<CommentToPost, 'draft' | 'note'>,
): string | undefined {
  if (draft) return comments?.drafts?.find(({ id }) => id === note)?.note;
  return comments?.threads.flatMap(({ notes }) => notes).find(({ id }) => id === note)?.body;
}

/** The highest note ID; undefined if the threads weren't read. */
export function latestNoteId(comments: MergeRequestComments | undefined): number | undefined {
  if (comments === undefined || comments.missing !== undefined) return undefined;
  return comments.threads.reduce(
    (latest, { notes }) => notes.reduce((id, note) => Math.max(id, note.id), latest),
    0,
  );
}

/** Maximum difference between the local clock and the server's. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

function isAt({ position: at }: Pick<Note, 'position'>, { position }: CommentToPost): boolean {
  return (
    (at?.new_path ?? undefined) === position?.new_path &&
    (at?.new_line ?? undefined) === position?.new_line &&
    (at?.old_line ?? undefined) === position?.old_line &&
    (at?.x ?? undefined) === position?.x &&
    (at?.y ?? undefined) === position?.y
  );
}
