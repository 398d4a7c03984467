import { t } from '../../base/localize';
import { textEditor, textEditorAttributes, textPreview } from '../shared/forms/text-editor';
import { attributes, type Content, type Html, html } from '../shared/html';
import type { DiscussionModel } from './discussion-model';
import { type EditorAct, isSubmitAct } from './editor-acts';
import type { EditorOf } from './editor-model';
import {
  EDITOR_FIELD,
  editorElement,
  type EditorPlace,
  editorTextElement,
  formOfPlace,
} from './editor-places';

interface EditorOptions {
  readonly place: EditorPlace;
  /** ID of the first comment of the thread, for replies. */
  readonly first?: number;
  readonly editor: EditorOf;
  /** Name of the text box, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  /** Additional effect of sending the text. */
  readonly note?: Content;
  /** Further fields of the form. */
  readonly fields?: Content;
  /** The button whose action is running. The form can't be changed meanwhile. */
  readonly running?: EditorAct | undefined;
  /** The main button first. */
  readonly buttons: readonly EditorButton[];
}

export interface EditorButton {
  readonly act: EditorAct;
  readonly text: string;
  /** True for the button that Ctrl+Shift+Enter presses. */
  readonly isOther?: true;
}

/** Returns a text box for a comment, with a preview and buttons for Markdown. */
export function commentEditor(discussions: Pick<DiscussionModel, 'write'>, options: EditorOptions): Html {
  const { place, first, editor, label, placeholder, note, fields, running, buttons } = options;
  const id = editorElement(place, first);
  const box = attributes({
    id: editorTextElement(id),
    rows: 3,
    placeholder,
    readonly: running !== undefined,
    'aria-label': label,
    'aria-keyshortcuts': buttons.some(({ isOther }) => isOther === true)
      ? 'Control+Enter Meta+Enter Control+Shift+Enter Meta+Shift+Enter'
      : 'Control+Enter Meta+Enter',
  });
  const field = attributes({ 'data-field': EDITOR_FIELD, 'data-tells': true });
  const { text, previewed, uploads } = editor;
  const shown = previewed === undefined ? undefined : textPreview(previewed, discussions.write);
  return html`<form
    class="text-editor comment-editor"
    data-form="${formOfPlace(place)}"
    data-stored
    ${textEditorAttributes()}
    aria-label="${label}"
  >
    ${textEditor({ id, label, text, box, field, previewed: shown, uploads })}
    ${note === undefined ? undefined : html`<p class="quiet editor-note">${note}</p>`}
    ${fields}
    <div class="editor-buttons">${buttons.map((each, index) =>
      editorButton(id, each, { isMain: index === 0, waits: editor.uploads.length > 0, running }),
    )}</div>
  </form>`;
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
  { act, text, isOther }: EditorButton,
  {
    isMain,
    waits,
    running,
  }: { readonly isMain: boolean; readonly waits: boolean; readonly running: EditorAct | undefined },
): Html {
  const isSending = CLEARING.includes(act) || act === 'saveComment' || isSubmitAct(act);
  const given = attributes({
    type: 'button',
    class: isMain ? 'primary' : act === 'cancelText' ? 'link' : 'secondary',
    id: `${id}-${act.toLowerCase()}`,
    'data-act': act,
    'data-keeps': true,
    'data-clears': CLEARING.includes(act),
    'aria-disabled': (waits && isSending) || running !== undefined ? 'true' : undefined,
    'aria-busy': running === act ? 'true' : undefined,
    'data-main': isMain,
    'data-other': isOther,
    'data-cancels': act === 'cancelText',
    title:
      waits && isSending
        ? t('Wait until the files are uploaded.')
        : isMain
          ? t('{0} (Ctrl+Enter, Cmd+Enter on macOS)', text)
          : isOther === true
            ? t('{0} (Ctrl+Shift+Enter, Cmd+Shift+Enter on macOS)', text)
            : undefined,
  });
  return html`<button ${given}>${text}</button>`;
}
