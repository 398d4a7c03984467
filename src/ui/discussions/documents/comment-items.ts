import type { OutboxItem } from '../../../app/discussions/comment-outbox';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { discussionOf, isEdit, commentPosition } from '../../../app/discussions/comment-to-post';
import type { Discussion, DraftNote, MergeRequestComments, Note } from '../../../app/discussions/discussions';
import type { ReadOnlyReason } from '../../../app/discussions/read-only-projects';
import type { ServerSuggestion } from '../../../app/discussions/suggested-changes';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { ReportedPosition } from '../../../domain/changes/positions';
import type { NoteReactions } from '../../../domain/discussions/note-reactions';
import { hasUserComments, type ThreadState, threadState } from '../../../domain/discussions/threads';
import { MAX_CHARACTERS } from '../../../presentation/discussions/comment-markdown';
import { outboxMessage } from '../../../presentation/discussions/comment-messages';
import { reactionChoices, type ShownReaction } from '../../../presentation/discussions/reaction-labels';
import { archivedLabel } from '../../../presentation/shared/role-messages';
import { parts } from '../../../presentation/shared/row';
import { readOnlyTokenLabel } from '../../../presentation/shared/scope-messages';

/** A displayed comment. */
export interface ShownNote {
  readonly target: CommentTarget;
  /** Unrendered Markdown. */
  readonly text: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string | undefined;
  /** Text next to the author's name. */
  readonly label: string | undefined;
  /** Tokens for `when` clauses of menus. */
  readonly contextTokens: readonly string[];
  /** Existing and possible reactions; empty if the server has none. */
  readonly reactions: readonly ShownReaction[];
  /** The note's position, if the server returns one. */
  readonly position: ReportedPosition | undefined;
  /** Suggestions as returned by the server. */
  readonly suggestions: readonly ServerSuggestion[];
}

/** A displayed thread, with the position returned by the server. */
export interface ShownThread {
  readonly id: string;
  /** Undefined if the server doesn't have the thread yet. */
  readonly target: CommentTarget | undefined;
  readonly canReply: boolean;
  readonly position: ReportedPosition;
  readonly state: ThreadState;
  readonly label: string;
  readonly contextTokens: readonly string[];
  readonly notes: readonly ShownNote[];
}

/** The user, who can edit their own comments. */
export interface CommentUser {
  readonly id: number | undefined;
  readonly name: string;
  readonly username?: string | undefined;
}

/** Data about the comments of a merge request in addition to the threads. */
export interface CommentContext {
  readonly unsent: readonly OutboxItem[];
  /** Undefined if the server doesn't return reactions. */
  readonly reactions: NoteReactions | undefined;
  readonly reader: CommentUser;
  /** Why comments can't be changed; undefined if they can. */
  readonly readOnly: ReadOnlyReason | undefined;
}

/** Returns everything that is displayed on lines: threads, drafts, and unsent comments. */
export function shownThreads(
  key: MergeRequestKey,
  comments: MergeRequestComments,
  beside: CommentContext,
): readonly ShownThread[] {
  const { unsent, reader } = beside;
  const drafts = comments.drafts ?? [];
  const threads = comments.threads
    .filter(hasUserComments)
    .flatMap((thread) => threadOf(key, thread, drafts, beside) ?? []);
  const ownDrafts = drafts.flatMap((draft) =>
    draft.position && (draft.discussion_id ?? undefined) === undefined
      ? [
          aloneWith(`draft ${draft.id}`, draft.position, [
            draftNote(key, draft, reader),
            ...unsent.filter((item) => isChangeOf(item, draft)).map((item) => unsentNote(item, reader)),
          ]),
        ]
      : [],
  );
  const ownUnsent = unsent.flatMap((item) => {
    const position = commentPosition(item);
    return position === undefined
      ? []
      : [aloneWith(`unsent ${item.id}`, position, [unsentNote(item, reader)])];
  });
  const all = [...threads, ...ownDrafts, ...ownUnsent];
  const { readOnly } = beside;
  return readOnly === undefined ? all : all.map((thread) => readOnlyThread(thread, readOnly));
}

/** Tokens of actions that change a comment on the server. */
const CHANGES: ReadonlySet<string> = new Set(['canEdit', 'canChange', 'canSend']);

/** Returns a thread without everything that the server refuses. Unsent comments can be discarded. */
const readOnlyThread = (thread: ShownThread, reason: ReadOnlyReason): ShownThread => ({
  ...thread,
  canReply: false,
  label: parts(thread.label, reason === 'archived' ? archivedLabel() : readOnlyTokenLabel()),
  contextTokens: ['readOnly'],
  notes: thread.notes.map(({ contextTokens: tokens, reactions, ...note }) => ({
    ...note,
    contextTokens: tokens.filter(
      (token) => !CHANGES.has(token) && !(token === 'canDiscard' && tokens.includes('draft')),
    ),
    reactions: reactions.filter(({ count }) => count > 0),
  })),
});

/** True for the new text of a draft that the server hasn't accepted. */
const isChangeOf = (item: OutboxItem, { id }: DraftNote): boolean =>
  item.kind === 'pending-edit' && item.note === id && item.state === 'failed';

/** Returns undefined if the thread isn't on lines. */
function threadOf(
  mergeRequest: MergeRequestKey,
  thread: Discussion,
  drafts: readonly DraftNote[],
  beside: CommentContext,
): ShownThread | undefined {
  const position = thread.notes.find((note) => note.position)?.position;
  if (!position) return undefined;
  const { unsent, reader } = beside;
  const state = threadState(thread);
  const target = { mergeRequest, discussion: thread.id };
  const isHere = (discussion: string | null | undefined): boolean => discussion === thread.id;
  return {
    id: `thread ${thread.id}`,
    target: { kind: 'thread', ...target },
    canReply: true,
    position,
    state,
    label: LABELS[state](thread),
    contextTokens: state === 'plain' ? ['plain'] : [state === 'open' ? 'canResolve' : 'canReopen'],
    notes: [
      ...thread.notes.filter(({ system }) => !system).map((note) => noteOf(target, note, beside)),
      ...drafts
        .filter(({ discussion_id: discussion }) => isHere(discussion))
        .map((draft) => draftNote(mergeRequest, draft, reader)),
      ...unsent
        // A comment that is being changed already shows its new text.
        .filter((item) => isHere(discussionOf(item)) && !(isEdit(item) && item.state === 'sending'))
        .map((item) => unsentNote(item, reader)),
    ],
  };
}

const LABELS: Readonly<Record<ThreadState, (thread: Discussion) => string>> = {
  open: () => t('Unresolved'),
  resolved: ({ notes }) => {
    const by = notes.find(({ resolved_by: one }) => one)?.resolved_by?.name;
    return by === undefined ? t('Resolved') : t('Resolved by {0}', by);
  },
  plain: () => t('Comment'),
};

function noteOf(
  thread: { readonly mergeRequest: MergeRequestKey; readonly discussion: string },
  note: Note,
  { reader, reactions }: CommentContext,
): ShownNote {
  const isOwn = note.author?.id !== undefined && note.author.id === reader.id;
  const isEdited =
    Date.parse(note.updated_at ?? '') - Date.parse(note.created_at ?? '') > 1_000 && !note.resolved;
  return {
    target: { kind: 'note', ...thread, note: note.id },
    text: note.body,
    author: note.author?.name ?? t('Unknown user'),
    at: note.created_at ?? undefined,
    label: isEdited ? t('Edited') : undefined,
    contextTokens: ['note', ...(isOwn ? ['canEdit'] : [])],
    position: note.position ?? undefined,
    suggestions: note.suggestions ?? [],
    reactions: reactions === undefined ? [] : reactionChoices(reactions.get(note.id) ?? [], reader.username),
  };
}

const draftNote = (mergeRequest: MergeRequestKey, draft: DraftNote, reader: CommentUser): ShownNote => ({
  target: { kind: 'draft', mergeRequest, draft: draft.id },
  text: draft.note,
  author: reader.name,
  at: undefined,
  label: t('Pending'),
  contextTokens: ['draft', 'canChange', 'canDiscard'],
  reactions: [],
  position: draft.position ?? undefined,
  suggestions: [],
});

function unsentNote(item: OutboxItem, reader: CommentUser): ShownNote {
  const message = outboxMessage(item);
  return {
    target: { kind: 'unsent', mergeRequest: item.mergeRequest, id: item.id },
    text: item.body,
    author: reader.name,
    at: new Date(item.at).toISOString(),
    label: isEdit(item) ? parts(message, t('edit')) : message,
    contextTokens: ['unsent', ...(item.state === 'failed' ? ['canSend', 'canDiscard'] : [])],
    reactions: [],
    position: commentPosition(item),
    suggestions: [],
  };
}

const aloneWith = (id: string, position: ReportedPosition, notes: readonly ShownNote[]): ShownThread => ({
  id,
  target: undefined,
  canReply: false,
  position,
  state: 'open',
  label: notes[0]?.label ?? '',
  contextTokens: notes[0]?.contextTokens.includes('draft') === true ? ['drafts'] : ['unsent'],
  notes,
});

/**
 * A key of the suggestions of a comment. It contains the displayed text, because an edited comment has other
 * suggestions.
 */
export const suggestedKey = ({ target, text }: ShownNote): string =>
  JSON.stringify([target, text.slice(0, MAX_CHARACTERS), text.length]);
