import { t } from '../../base/localize';
import { attributes, type Content, type Html, html } from '../shared/html';
import { webPage } from '../shared/links';
import { canComment, isOwnNote, isPageReadOnly } from './comment-rules';
import type { DraftOf, NoteOf } from './discussion-model';
import type { MergeRequestPageModel } from './model';

interface IconButton {
  readonly act: string;
  readonly id: string;
  readonly value: string | number;
  /** The tooltip; `about` identifies the comment for screen readers. */
  readonly title: string;
  readonly label: string;
  readonly icon: Html;
  readonly expanded?: boolean;
}

/** Returns the buttons of a comment: react, edit, delete, copy the link, and open in the browser. */
export function noteActions(model: MergeRequestPageModel, note: NoteOf, about: string): Html {
  const { id } = note;
  const { editing, reactions } = model.discussions;
  const may = editing !== undefined && canComment(model);
  const own = may && isOwnNote(model, note);
  const page = webPage(model.mergeRequest.web_url);
  const link = page && `${page}#note_${id}`;
  return html`<span class="note-actions">
    ${may && reactions !== undefined ? reactButton(id, about, editing.reacting === id) : undefined}
    ${
      own
        ? html`${iconButton({ act: 'editComment', id: `edit-note-${id}`, value: id, title: t('Edit Comment'), label: t('Edit Comment: {0}', about), icon: EDIT })}
          ${iconButton({ act: 'deleteComment', id: `delete-note-${id}`, value: id, title: t('Delete Comment'), label: t('Delete Comment: {0}', about), icon: DELETE })}`
        : undefined
    }
    ${link && iconButton({ act: 'copy', id: `copy-note-${id}`, value: link, title: t('Copy Link'), label: t('Copy Link: {0}', about), icon: COPY_LINK })}
    ${link && iconButton({ act: 'open-link', id: `open-note-${id}`, value: link, title: t('Open in Browser'), label: t('Open in Browser: {0}', about), icon: OPEN })}
  </span>`;
}

/** Returns the buttons of a pending comment: edit and discard. */
export function draftActions(
  model: MergeRequestPageModel,
  { id }: Pick<DraftOf, 'id'>,
  about: string,
): Content {
  if (model.discussions.editing === undefined || isPageReadOnly(model)) return undefined;
  return draftButtons(id, about);
}

/** Returns the buttons of a pending comment that can be changed. */
export function draftButtons(id: number, about: string): Html {
  return html`<span class="note-actions">
    ${iconButton({ act: 'editDraft', id: `edit-draft-${id}`, value: id, title: t('Edit Pending Comment'), label: t('Edit Pending Comment: {0}', about), icon: EDIT })}
    ${iconButton({ act: 'discardDraft', id: `discard-draft-${id}`, value: id, title: t('Discard Pending Comment'), label: t('Discard Pending Comment: {0}', about), icon: DELETE })}
  </span>`;
}

const reactButton = (id: number, about: string, expanded: boolean): Content =>
  iconButton({
    act: 'openReactions',
    id: `react-${id}`,
    value: id,
    icon: REACT,
    expanded,
    title: t('Add Reaction'),
    label: t('Add Reaction: {0}', about),
  });

function iconButton({ act, id, value, title, label, icon, expanded }: IconButton): Html {
  const given = attributes({
    type: 'button',
    class: 'icon-button',
    id,
    'data-act': act,
    'data-keeps': true,
    value,
    title,
    'aria-label': label,
    'aria-expanded': expanded === undefined ? undefined : expanded ? 'true' : 'false',
  });
  return html`<button ${given}>${icon}</button>`;
}

const REACT = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <circle cx="8" cy="8" r="6"></circle>
  <path d="M5.5 9.5a2.8 2.8 0 0 0 5 0M6 6.2h.01M10 6.2h.01"></path>
</svg>`;
const EDIT = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M2.5 13.5l.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6z"></path>
</svg>`;
const DELETE = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.6 7v4M9.4 7v4"></path>
</svg>`;
const COPY_LINK = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path
    d="M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-1 1M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l1-1"
  ></path>
</svg>`;
const OPEN = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9v4.5h-9v-9H7"></path>
</svg>`;
