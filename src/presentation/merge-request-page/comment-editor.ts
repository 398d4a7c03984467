import { t } from '../../base/localize';
import { MAX_ATTACHMENT_SIZE } from '../../domain/review/attachments';
import { attributes, type Content, type Html, html } from '../shared/html';
import { COMPLETES } from './completion-items';
import type { DiscussionModel } from './discussion-model';
import type { EditorAct } from './editor-acts';
import type { EditorOf, UploadOf } from './editor-model';
import {
  EDITOR_FIELD,
  editorElement,
  type EditorPlace,
  editorTextElement,
  formOfPlace,
} from './editor-places';
import { ATTACH_ICON, FORMATS } from './format-icons';

interface EditorOptions {
  readonly place: EditorPlace;
  /** ID of the first comment of the thread, for replies. */
  readonly first?: number;
  readonly editor: EditorOf;
  /** Name of the text box, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  /** What sending the text also does. */
  readonly note?: Content;
  /** The main button first. */
  readonly buttons: readonly EditorButton[];
}

export interface EditorButton {
  readonly act: EditorAct;
  readonly text: string;
}

/** Returns a text box for a comment, with a preview and buttons for Markdown. */
export function commentEditor(discussions: DiscussionModel, options: EditorOptions): Html {
  const { place, first, editor, label, placeholder, note, buttons } = options;
  const id = editorElement(place, first);
  const { previewed } = editor;
  const writes = previewed === undefined;
  return html`<form
    class="comment-editor"
    data-form="${formOfPlace(place)}"
    data-stored
    data-completes="${COMPLETES}"
    data-most-bytes="${MAX_ATTACHMENT_SIZE}"
    aria-label="${label}"
  >
    <div class="editor-bar">
      <div role="tablist" aria-label="${t('Text or preview')}">
        ${tab(id, 'write', { selected: writes, act: 'writeText', text: t('Write') })}
        ${tab(id, 'preview', { selected: !writes, act: 'previewText', text: t('Preview') })}
      </div>
      ${writes ? formats(label) : undefined}
    </div>
    <div
      class="editor-text suggests"
      id="${id}-write-panel"
      role="tabpanel"
      aria-labelledby="${id}-write"
      data-field="${EDITOR_FIELD}"
      data-tells
      ${attributes({ hidden: !writes })}
    >
      <textarea
        ${attributes({
          id: editorTextElement(id),
          rows: 3,
          placeholder,
          'aria-label': label,
          'aria-autocomplete': 'list',
          'aria-controls': `${id}-choices`,
          'aria-keyshortcuts': 'Control+Enter Meta+Enter',
        })}
      >
${editor.text}</textarea>
      <ul
        class="choices"
        id="${id}-choices"
        role="listbox"
        aria-label="${t('Suggestions')}"
        data-kept-node
        hidden
      ></ul>
    </div>
    <div
      class="editor-preview"
      id="${id}-preview-panel"
      role="tabpanel"
      aria-labelledby="${id}-preview"
      tabindex="0"
      ${attributes({ hidden: writes })}
    >
      ${writes ? undefined : preview(discussions, previewed)}
    </div>
    ${editor.uploads.length === 0 ? undefined : uploads(editor.uploads)}
    ${note === undefined ? undefined : html`<p class="quiet editor-note">${note}</p>`}
    <div class="editor-buttons">${buttons.map((each, index) =>
      editorButton(id, each, { isMain: index === 0, waits: editor.uploads.length > 0 }),
    )}</div>
  </form>`;
}

const preview = (discussions: DiscussionModel, text: string): Content =>
  text.trim() === '' ? html`<p class="quiet">${t('Nothing to preview')}</p>` : discussions.write(text);

function tab(
  id: string,
  name: string,
  { selected, act, text }: { readonly selected: boolean; readonly act: EditorAct; readonly text: string },
): Html {
  const given = attributes({
    type: 'button',
    role: 'tab',
    id: `${id}-${name}`,
    'data-act': act,
    'data-keeps': true,
    'aria-selected': selected ? 'true' : 'false',
    'aria-controls': `${id}-${name}-panel`,
    tabindex: selected ? 0 : -1,
  });
  return html`<button ${given}>${text}</button>`;
}

/** Returns the files that are being uploaded. */
const uploads = (all: readonly UploadOf[]): Html =>
  html`<div role="status">
    <ul class="uploads">
    ${all.map(({ number, name }) => {
      const given = attributes({
        type: 'button',
        class: 'link',
        id: `cancel-upload-${number}`,
        'data-act': 'cancelUpload',
        'data-keeps': true,
        value: String(number),
        'aria-label': t('Cancel uploading {0}', name),
      });
      return html`<li>
        <span>${t('Uploading {0}…', name)}</span> <button ${given}>${t('Cancel')}</button>
      </li>`;
    })}
    </ul>
  </div>`;

/** Returns the toolbar. The script inserts the Markdown. */
function formats(label: string): Html {
  const buttons = FORMATS.map(({ format, icon, title }, index) => {
    const given = attributes({
      type: 'button',
      'data-format': format,
      title: title(),
      'aria-label': title(),
      tabindex: index === 0 ? 0 : -1,
    });
    return html`<button ${given}>${icon}</button>`;
  });
  const attach = attributes({
    type: 'button',
    'data-attach': true,
    title: t('Attach Files...'),
    'aria-label': t('Attach Files...'),
    tabindex: -1,
  });
  return html`<div class="formats" role="toolbar" aria-label="${t('Formatting: {0}', label)}">
    ${buttons}<button ${attach}>${ATTACH_ICON}</button>
  </div>`;
}

/** Acts that send the text; the script then clears the text box. */
const CLEARING: readonly EditorAct[] = [
  'postComment',
  'startThread',
  'postReply',
  'addToReview',
  'replyAndResolve',
];

/** `waits`: files are being uploaded, so the text can't be sent yet. */
function editorButton(
  id: string,
  { act, text }: EditorButton,
  { isMain, waits }: { readonly isMain: boolean; readonly waits: boolean },
): Html {
  const isSending = CLEARING.includes(act) || act === 'saveComment';
  const given = attributes({
    type: 'button',
    class: isMain ? 'primary' : act === 'cancelText' ? 'link' : 'secondary',
    id: `${id}-${act.toLowerCase()}`,
    'data-act': act,
    'data-keeps': true,
    'data-clears': CLEARING.includes(act),
    'aria-disabled': waits && isSending ? 'true' : undefined,
    'data-main': isMain,
    'data-cancels': act === 'cancelText',
    title:
      waits && isSending
        ? t('Wait until the files are uploaded.')
        : isMain
          ? t('{0} (Ctrl+Enter, Cmd+Enter on macOS)', text)
          : undefined,
  });
  return html`<button ${given}>${text}</button>`;
}
