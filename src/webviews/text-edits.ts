import type { TextEdit } from './text-formats';

/** Replaces a part of a text box as if it was typed, so that it can be undone. */
export function replaceText(box: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  box.focus();
  box.setSelectionRange(from, to);
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to edit a text box with undo
  const done = insert !== '' && document.execCommand('insertText', false, insert);
  if (!done) {
    box.setRangeText(insert, from, to, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  box.setSelectionRange(start, end);
}
