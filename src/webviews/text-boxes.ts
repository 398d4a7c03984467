// Text boxes for Markdown. Those for comments are forms whose text is stored by the extension.
import { formNamed, formOf, nameOf } from './forms';

/** Returns the editor of a text box, or of one of its buttons. */
export const textEditorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-editor]') : null;

export const textBoxIn = (editor: HTMLElement): HTMLTextAreaElement | null =>
  editor.querySelector('textarea');

/** Returns the name of the form that contains an editor. */
export const formNameOf = (editor: HTMLElement): string => {
  const form = formOf(editor);
  return form === null ? '' : nameOf(form);
};

/** Returns the text box of a form with one editor. */
export function textBoxOfForm(name: string): HTMLTextAreaElement | null {
  const form = formNamed(name);
  const editor =
    form?.matches('[data-editor]') === true ? form : form?.querySelector<HTMLElement>('[data-editor]');
  return editor ? textBoxIn(editor) : null;
}

/** Returns the form of a comment whose text box or button this is. */
export const commentFormOf = (target: EventTarget | null): HTMLFormElement | null => {
  const editor = textEditorOf(target);
  return editor instanceof HTMLFormElement ? editor : null;
};
