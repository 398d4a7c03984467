// Text boxes for comments. Their text is stored by the extension.
import { formOf } from './forms';

/** Returns the form of a text box, or of one of its buttons. */
export const commentFormOf = (target: EventTarget | null): HTMLFormElement | null => {
  const form = target instanceof Element ? formOf(target) : null;
  return form !== null && 'stored' in form.dataset ? form : null;
};

export const commentBoxIn = (form: HTMLFormElement): HTMLTextAreaElement | null =>
  form.querySelector('textarea');
