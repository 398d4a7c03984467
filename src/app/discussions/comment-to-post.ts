import type { Client } from '../../api/client';
import {
  createDiscussion,
  createDraftNote,
  createNote,
  createReply,
  editDraftNote,
  editNote,
} from '../../api/endpoints/discussions';
import type { CommentPosition } from '../../domain/changes/positions';
import { sentPositionSchema } from '../../schemas/discussion';
import { argsOf } from '../merge-requests/calls';
import type { MergeRequestKey } from '../shared/keys';
import type { Discussion, DraftNote, MergeRequestComments, Note } from './discussions';

/** The fields of a comment by its kind, besides `body`, which all of them have. */
interface Fields {
  /** Doesn't start a thread. `internal`: only members with at least the Reporter role can read it. */
  readonly comment: { readonly internal?: boolean | undefined };
  /** Starts a thread that must be resolved: on lines, on a file, in an image, or on the merge request. */
  readonly thread: {
    readonly position?: CommentPosition | undefined;
    readonly internal?: boolean | undefined;
  };
  /** `resolve`: the thread is resolved after the reply was added. */
  readonly reply: { readonly discussion: string; readonly resolve?: boolean | undefined };
  /** The new text of a comment. `was`: the text that the user started from. */
  readonly edit: { readonly discussion: string; readonly note: number; readonly was?: string | undefined };
  /** A new thread, general comment, or reply that only the user sees until the review is submitted. */
  readonly pending: {
    readonly discussion?: string | undefined;
    readonly position?: CommentPosition | undefined;
  };
  /** The new text of a pending comment. `discussion`: the thread that shows the text if it can't be sent. */
  readonly 'pending-edit': {
    readonly note: number;
    readonly discussion?: string | undefined;
    readonly was?: string | undefined;
  };
}
type CommentKind = keyof Fields;

/** A comment that the user wrote. */
export type CommentToPost<K extends CommentKind = CommentKind> = {
  [Each in K]: { readonly kind: Each; readonly body: string } & Fields[Each];
}[K];

/** The thread of a reply or edit; undefined for new threads and general comments. */
export const discussionOf = (comment: CommentToPost): string | undefined =>
  'discussion' in comment ? comment.discussion : undefined;
/** The position of a new thread. */
export const commentPosition = (comment: CommentToPost): CommentPosition | undefined =>
  'position' in comment && discussionOf(comment) === undefined ? comment.position : undefined;
/** True for the new text of a comment or pending comment. */
export const isEdit = <C extends CommentToPost>(
  comment: C,
): comment is Extract<C, { readonly kind: 'edit' | 'pending-edit' }> =>
  comment.kind === 'edit' || comment.kind === 'pending-edit';
/** True if only the user sees the comment until the review is submitted. */
export const isPending = ({ kind }: { readonly kind: CommentKind }): boolean =>
  kind === 'pending' || kind === 'pending-edit';

/** The server and merge request of a comment. */
interface CommentReceiver {
  readonly client: Client;
  readonly key: MergeRequestKey;
  /** Returns a pending comment; undefined if it doesn't exist. */
  readonly draftOf: (id: number) => Promise<DraftNote | undefined>;
}

/** `apply`: adds the comment to the threads. `note`: the new note that others can read. */
interface SentComment {
  readonly apply: (comments: MergeRequestComments) => MergeRequestComments;
  readonly note?: Note | undefined;
}

/** `isIn`: true if the server has the comment. `isOwn`: true for the user's notes with this text since it was sent. */
interface CommentCall<K extends CommentKind> {
  readonly send: (to: CommentReceiver, comment: CommentToPost<K>) => Promise<SentComment>;
  readonly isIn: (
    comments: MergeRequestComments,
    comment: CommentToPost<K>,
    isOwn: (note: Note) => boolean,
  ) => boolean;
}

const startsThread = (
  { threads }: MergeRequestComments,
  comment: CommentToPost<'comment' | 'thread'>,
  isOwn: (note: Note) => boolean,
): boolean =>
  threads.some(
    ({ notes: [first] }) => first !== undefined && isOwn(first) && isAt(first, commentPosition(comment)),
  );

/** How each kind of comment is sent, added to the threads, and recognized on the server. */
const CALLS: { readonly [K in CommentKind]: CommentCall<K> } = {
  comment: {
    send: async ({ client, key }, { body, internal }) => {
      const note = await client.call(createNote, { ...argsOf(key), body, internal });
      // The ID is used until the threads are read again, because the response doesn't contain that of the thread.
      const thread = note && { id: `note ${note.id}`, individual_note: true, notes: [note] };
      return { note, apply: (comments) => (thread ? withThread(comments, thread) : comments) };
    },
    isIn: startsThread,
  },
  thread: {
    send: async ({ client, key }, { body, position, internal }) => {
      const thread = await client.call(createDiscussion, { ...argsOf(key), body, position, internal });
      return { note: thread.notes[0], apply: (comments) => withThread(comments, thread) };
    },
    isIn: startsThread,
  },
  reply: {
    send: async ({ client, key }, { body, discussion }) => {
      const made = await client.call(createReply, { ...argsOf(key), discussion_id: discussion, body });
      const withReply = (thread: Discussion): Discussion => ({
        ...thread,
        // A reply turns a comment into a thread.
        individual_note: false,
        notes: [...without(thread.notes, made.id), made],
      });
      return { apply: (comments) => withChangedThread(comments, discussion, withReply) };
    },
    isIn: ({ threads }, { discussion }, isOwn) =>
      threads.some(({ id, notes: [, ...replies] }) => id === discussion && replies.some(isOwn)),
  },
  edit: {
    send: async ({ client, key }, { body, discussion, note }) => {
      const at = { ...argsOf(key), discussion_id: discussion, note_id: note };
      const now = await client.call(editNote, { ...at, body });
      return { apply: (comments) => withEditedNote(comments, discussion, now) };
    },
    isIn: (comments, comment) => isSameText(editedText(comments, comment), comment.body),
  },
  pending: {
    send: async ({ client, key }, { body, discussion, position }) => {
      const given = { note: body, in_reply_to_discussion_id: discussion, position };
      const made = await client.call(createDraftNote, { ...argsOf(key), ...given });
      return {
        apply: ({ drafts = [], ...comments }) => ({
          ...comments,
          drafts: [...without(drafts, made.id), made],
        }),
      };
    },
    isIn: ({ drafts = [] }, { body, discussion, position }) =>
      drafts.some(
        ({ note, discussion_id: id, ...draft }) =>
          isSameText(note, body) && (id ?? undefined) === discussion && isAt(draft, position),
      ),
  },
  'pending-edit': {
    send: async ({ client, key, draftOf }, { body, note: id }) => {
      // Without its position, the server would remove it.
      const { data: position } = sentPositionSchema.safeParse((await draftOf(id))?.position);
      const given = { draft_note_id: id, note: body, position };
      const now = await client.call(editDraftNote, { ...argsOf(key), ...given });
      return {
        apply: ({ drafts, ...comments }) => ({
          ...comments,
          drafts: drafts?.map((each) => (each.id === id ? now : each)),
        }),
      };
    },
    isIn: (comments, comment) => isSameText(editedText(comments, comment), comment.body),
  },
};

export const postToServer = <K extends CommentKind>(
  to: CommentReceiver,
  comment: CommentToPost<K>,
): Promise<SentComment> => CALLS[comment.kind].send(to, comment);

/** Data known when a comment was sent. */
export interface SentState {
  /** Unix milliseconds of the local clock. */
  readonly at: number;
  /** The highest note ID that was known in the merge request; undefined if none was read. */
  readonly newest?: number | undefined;
}

/**
 * True if a comment whose response was lost exists on the server, so that it must not be sent again. Note IDs
 * only increase, so a note must have a higher ID than those known when it was sent. Clocks are compared only
 * if no notes were known.
 */
export function isOnServer<K extends CommentKind>(
  comments: MergeRequestComments,
  comment: CommentToPost<K> & SentState,
  by: number,
): boolean {
  const { body, at: sentAt, newest } = comment;
  return CALLS[comment.kind].isIn(comments, comment, ({ id, author, body: text, created_at: at }) => {
    const isNew = newest === undefined ? Date.parse(at ?? '') >= sentAt - CLOCKS_DIFFER_MS : id > newest;
    return isNew && author?.id === by && isSameText(text, body);
  });
}

/** Maximum difference between the local clock and the server's. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** The highest note ID; undefined if the threads weren't read. */
export function latestNoteId(comments: MergeRequestComments | undefined): number | undefined {
  if (comments === undefined || comments.missing !== undefined) return undefined;
  return comments.threads.reduce(
    (latest, { notes }) => notes.reduce((id, note) => Math.max(id, note.id), latest),
    0,
  );
}

/** The current text of the comment that an edit changes; undefined if it isn't known. */
export function editedText(
  comments: MergeRequestComments | undefined,
  { kind, note }: Pick<CommentToPost<'edit' | 'pending-edit'>, 'kind' | 'note'>,
): string | undefined {
  if (kind === 'pending-edit') return comments?.drafts?.find(({ id }) => id === note)?.note;
  return comments?.threads.flatMap(({ notes }) => notes).find(({ id }) => id === note)?.body;
}

/** Servers remove white space at the ends of texts. */
export const isSameText = (one: string | undefined, other: string): boolean => one?.trim() === other.trim();

/** Changes a thread. Removes it if no notes are left. */
export const withChangedThread = (
  comments: MergeRequestComments,
  discussion: string,
  change: (thread: Discussion) => Discussion,
): MergeRequestComments => ({
  ...comments,
  threads: comments.threads
    .map((thread) => (thread.id === discussion ? change(thread) : thread))
    .filter(({ notes }) => notes.length > 0),
});

/** Replaces a note of a thread. */
export const withEditedNote = (
  comments: MergeRequestComments,
  discussion: string,
  note: Note,
): MergeRequestComments =>
  withChangedThread(comments, discussion, (thread) => ({
    ...thread,
    notes: thread.notes.map((each) => (each.id === note.id ? note : each)),
  }));

const withThread = (comments: MergeRequestComments, thread: Discussion): MergeRequestComments => ({
  ...comments,
  threads: [...without(comments.threads, thread.id), thread],
});

const without = <T extends { readonly id: unknown }>(list: readonly T[], id: T['id']): readonly T[] =>
  list.filter((each) => each.id !== id);

const isAt = ({ position: at }: Pick<Note, 'position'>, position: CommentPosition | undefined): boolean =>
  PLACE_FIELDS.every((field) => (at?.[field] ?? undefined) === position?.[field]);

const PLACE_FIELDS = ['new_path', 'new_line', 'old_line', 'x', 'y'] as const;
