import { t } from '../../base/localize';
import { threadState } from '../../domain/discussions/threads';
import { lacksRole } from '../../domain/projects/access-level';
import { turnsIntoThread } from '../discussions/comment-messages';
import { attributes, type Content, type Html, html } from '../shared/html';
import { commentEditor, type EditorButton } from './comment-editor';
import { canComment } from './comment-rules';
import type { DiscussionModel, DiscussionThread, DraftOf, NoteOf, WrittenNote } from './discussion-model';
import type { EditorOf } from './editor-model';
import type { MergeRequestPageModel } from './model';

/** Returns the text box for a new comment or thread; undefined until the threads are loaded. */
export function newCommentEditor(model: MergeRequestPageModel): Content {
  const { known, editing } = model.discussions;
  if (known === undefined || known.missing !== undefined || editing === undefined) return undefined;
  if (!canComment(model)) return undefined;
  return commentEditor(model.discussions, {
    place: { kind: 'comment' },
    editor: editing.comment,
    label: t('New Comment'),
    placeholder: t('Write a comment. Markdown is supported.'),
    note: lacksRole(model.access, 'reporter') ? undefined : internalChoice(editing.internal),
    buttons: editing.internal
      ? [
          { act: 'postComment', text: t('Add Internal Note') },
          { act: 'startThread', text: t('Start Internal Thread') },
        ]
      : [
          ...sendingButtons({ act: 'postComment', text: t('Comment') }, known.drafts),
          { act: 'startThread', text: t('Start Thread') },
        ],
  });
}

/** Returns the checkbox for internal notes. Replies in internal threads are always internal. */
function internalChoice(checked: boolean): Html {
  const given = attributes({
    type: 'checkbox',
    id: 'new-comment-internal',
    checked,
    'data-act': 'toggleInternal',
    'data-keeps': true,
  });
  return html`<label class="check"
    ><input ${given} /> ${t('Internal: only members with at least the Reporter role can read it')}</label
  >`;
}

/**
 * Returns the buttons that send a text now, and that add it to the review. Once the user has started a review, the main
 * button adds to it, so that no comment is published too early. `drafts`: undefined if the server has no pending comments.
 */
export function sendingButtons(
  now: EditorButton,
  drafts: readonly DraftOf[] | undefined,
): readonly EditorButton[] {
  if (drafts === undefined) return [now];
  return drafts.length === 0
    ? [now, { act: 'addToReview', text: t('Start a Review'), isOther: true }]
    : [
        { act: 'addToReview', text: t('Add to Review') },
        { ...now, isOther: true },
      ];
}

/** The first comment of a thread, and a text that identifies it. */
interface ThreadLabel {
  readonly first: number;
  readonly about: string;
}

const replyAndResolve = (): EditorButton => ({ act: 'replyAndResolve', text: t('Reply and Resolve') });

/** Returns the text box for a reply, if it is open. */
export function replyEditor(
  model: MergeRequestPageModel,
  thread: DiscussionThread,
  { first, about }: ThreadLabel,
): Content {
  const { known, editing } = model.discussions;
  const editor = editing?.replies.get(thread.id);
  if (editor === undefined || !canComment(model)) return undefined;
  return commentEditor(model.discussions, {
    place: { kind: 'reply', discussion: thread.id },
    first,
    editor,
    label: t('Reply to {0}', about),
    placeholder: t('Write a reply. Markdown is supported.'),
    note: thread.individual_note === true ? turnsIntoThread() : undefined,
    buttons: [
      // Only threads can have pending replies.
      ...sendingButtons(
        { act: 'postReply', text: t('Reply') },
        thread.individual_note === true ? undefined : known?.drafts,
      ),
      ...(threadState(thread) === 'open' ? [replyAndResolve()] : []),
      { act: 'cancelText', text: t('Cancel') },
    ],
  });
}

/** Returns the button that opens the text box for a reply, unless it is open. */
export function replyButton(
  model: MergeRequestPageModel,
  thread: DiscussionThread,
  { first, about }: ThreadLabel,
): Content {
  const { editing } = model.discussions;
  if (editing === undefined || editing.replies.has(thread.id) || !canComment(model)) return undefined;
  const label = t('Reply to {0}', about);
  const given = attributes({
    type: 'button',
    class: 'link',
    id: `reply-${first}`,
    'data-act': 'openReply',
    'data-keeps': true,
    value: thread.id,
    'aria-label': label,
  });
  return html`<button ${given}>${t('Reply...')}</button>`;
}

/** Returns the text box for a pending comment. */
export const draftEditor = (
  discussions: Pick<DiscussionModel, 'write'>,
  { id, about, editor }: { readonly id: number; readonly about: string; readonly editor: EditorOf },
): Content =>
  commentEditor(discussions, {
    place: { kind: 'draft', draft: id },
    editor,
    label: t('Edit Pending Comment: {0}', about),
    placeholder: t('Markdown is supported'),
    buttons: editButtons(),
  });

const editButtons = (): readonly EditorButton[] => [
  { act: 'saveComment', text: t('Save') },
  { act: 'cancelText', text: t('Cancel') },
];

/** Returns the text of a comment, or the text box while it is edited. */
export function noteBody(
  { discussions }: MergeRequestPageModel,
  note: NoteOf & WrittenNote,
  about: string,
): Content {
  const editor = discussions.editing?.edits.get(note.id);
  if (editor === undefined)
    return note.body.trim() === ''
      ? html`<p class="quiet">${t('(empty)')}</p>`
      : discussions.write(note.body, note);
  return commentEditor(discussions, {
    place: { kind: 'edit', note: note.id },
    editor,
    label: t('Edit Comment: {0}', about),
    placeholder: t('Markdown is supported'),
    buttons: editButtons(),
  });
}
