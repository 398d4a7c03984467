import { t } from '../../../base/localize';
import { MAX_ATTACHMENT_SIZE } from '../../../domain/shared/attachments';
import { type Attributes, attributes, type Content, type Html, html } from '../html';
import { ATTACH_ICON, FORMATS } from './format-icons';

/** Characters that start a completion. */
export const COMPLETION_TRIGGER_CHARACTERS = '@#!~%:/';

/** Actions of every text editor on a page. */
export const TEXT_EDITOR_ACTS = ['writeText', 'previewText', 'cancelUpload'] as const;
export type TextEditorAct = (typeof TEXT_EDITOR_ACTS)[number];

/** A file that is being uploaded. `number`: unique on the page. */
export interface UploadOf {
  readonly number: number;
  readonly name: string;
}

export interface TextEditor {
  /** Start of the element IDs. */
  readonly id: string;
  /** Name of the text box, for screen readers. */
  readonly label: string;
  readonly text: string;
  /** Attributes of the text box. */
  readonly box: Attributes;
  /** Attributes of the element around the text box. */
  readonly field?: Attributes | undefined;
  /** The formatted text; undefined while the user writes. */
  readonly previewed: Content;
  readonly uploads: readonly UploadOf[];
}

/** Attributes of the element that contains an editor. The script looks for them. */
export const textEditorAttributes = (): Attributes =>
  attributes({
    'data-editor': true,
    'data-completes': COMPLETION_TRIGGER_CHARACTERS,
    'data-most-bytes': MAX_ATTACHMENT_SIZE,
  });

/** Returns a text box for Markdown with a preview, a toolbar, completion, and attachments. */
export function textEditor({ id, label, text, box, field, previewed, uploads }: TextEditor): Html {
  const writes = previewed === undefined;
  return html`<div class="editor-bar">
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
      ${field}
      ${attributes({ hidden: !writes })}
    >
      <textarea
        ${box}
        ${attributes({ 'aria-autocomplete': 'list', 'aria-controls': `${id}-choices` })}
      >
${text}</textarea>
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
      ${previewed}
    </div>
    ${uploads.length === 0 ? undefined : uploading(uploads)}`;
}

/** Returns the preview of a text. */
export const textPreview = (text: string, write: (text: string) => Content): Content =>
  text.trim() === '' ? html`<p class="quiet">${t('Nothing to preview')}</p>` : write(text);

function tab(
  id: string,
  name: string,
  { selected, act, text }: { readonly selected: boolean; readonly act: TextEditorAct; readonly text: string },
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
const uploading = (all: readonly UploadOf[]): Html =>
  html`<div role="status">
    <ul class="uploads">
    ${all.map(({ number, name }) => {
      const act: TextEditorAct = 'cancelUpload';
      const given = attributes({
        type: 'button',
        class: 'link',
        id: `cancel-upload-${number}`,
        'data-act': act,
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
