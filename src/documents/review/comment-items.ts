import type { OutboxItem } from '../../app/review/comment-outbox';
import type { CommentTarget } from '../../app/review/comment-targets';
import type { Discussion, DraftNote, Note, Talk } from '../../app/review/discussions';
import type { NoteReactions } from '../../app/review/note-reactions';
import type { ToldSuggestion } from '../../app/review/suggested-changes';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import type { ToldPosition } from '../../domain/review/positions';
import { isSpoken, type ThreadState, threadState } from '../../domain/review/threads';
import { outboxMessage } from '../../presentation/review/comment-messages';
import { reactionChoices, type ShownReaction } from '../../presentation/review/reaction-labels';
import { parts } from '../../presentation/shared/row';

/** A comment as it is shown. */
export interface ShownNote {
  readonly target: CommentTarget;
  /** Markdown as it was written. */
  readonly text: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string | undefined;
  /** What stands beside the name. */
  readonly label: string | undefined;
  /** Words that the menus look for. */
  readonly contextTokens: readonly string[];
  /** What was given to it, and what can be; empty where there are no reactions. */
  readonly reactions: readonly ShownReaction[];
  /** What it was written on, where that is told of itself. */
  readonly position: ToldPosition | undefined;
  /** What the server tells of the changes that it suggests. */
  readonly suggestions: readonly ToldSuggestion[];
}

/** A thread as it is shown, with the place that the server told. */
export interface ShownThread {
  readonly id: string;
  /** What an answer answers; undefined where nothing can be answered yet. */
  readonly target: CommentTarget | undefined;
  readonly position: ToldPosition;
  readonly state: ThreadState;
  readonly label: string;
  readonly contextTokens: readonly string[];
  readonly notes: readonly ShownNote[];
}

/** Who reads: their own notes they may change. */
export interface Reader {
  readonly id: number | undefined;
  readonly name: string;
  readonly username?: string | undefined;
}

/** What is known of a merge request's comments beside what is said. */
export interface Beside {
  readonly unsent: readonly OutboxItem[];
  /** Undefined where the server does not tell. */
  readonly reactions: NoteReactions | undefined;
  readonly reader: Reader;
}

/** All that stands at lines: threads, own drafts, and what was not sent. */
export function shownThreads(key: MergeRequestKey, talk: Talk, beside: Beside): readonly ShownThread[] {
  const { unsent, reader } = beside;
  const drafts = talk.drafts ?? [];
  const threads = talk.threads
    .filter(isSpoken)
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
  const ownUnsent = unsent.flatMap((item) =>
    item.position !== undefined && item.discussion === undefined
      ? [aloneWith(`unsent ${item.id}`, item.position, [unsentNote(item, reader)])]
      : [],
  );
  return [...threads, ...ownDrafts, ...ownUnsent];
}

/** The new text of a draft, which no server has taken. */
const isChangeOf = ({ draft, note, state }: OutboxItem, { id }: DraftNote): boolean =>
  draft && note === id && state === 'failed';

/** Undefined where it does not stand at lines. */
function threadOf(
  mergeRequest: MergeRequestKey,
  thread: Discussion,
  drafts: readonly DraftNote[],
  beside: Beside,
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
        // The note that is being changed shows its new text already.
        .filter(
          ({ discussion, note, state: now }) =>
            isHere(discussion) && !(note !== undefined && now === 'sending'),
        )
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
  { reader, reactions }: Beside,
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

const draftNote = (mergeRequest: MergeRequestKey, draft: DraftNote, reader: Reader): ShownNote => ({
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

function unsentNote(item: OutboxItem, reader: Reader): ShownNote {
  const words = outboxMessage(item);
  return {
    target: { kind: 'unsent', mergeRequest: item.mergeRequest, id: item.id },
    text: item.body,
    author: reader.name,
    at: new Date(item.at).toISOString(),
    label: item.note === undefined ? words : parts(words, t('edit')),
    contextTokens: ['unsent', ...(item.state === 'failed' ? ['canSend', 'canDiscard'] : [])],
    reactions: [],
    position: item.position,
    suggestions: [],
  };
}

const aloneWith = (id: string, position: ToldPosition, notes: readonly ShownNote[]): ShownThread => ({
  id,
  target: undefined,
  position,
  state: 'open',
  label: notes[0]?.label ?? '',
  contextTokens: notes[0]?.contextTokens.includes('draft') === true ? ['drafts'] : ['unsent'],
  notes,
});
