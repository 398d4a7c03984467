// Text boxes for Markdown: the toolbar, the tabs, and the keys.
import { closeCompletion, completeTyped, completionKey } from './completions';
import { fieldChanged, nameOf, valuesOf } from './forms';
import { send } from './host';
import { commentFormOf, textBoxIn, textEditorOf } from './text-boxes';
import { replaceText } from './text-edits';
import { TEXT_FORMATS } from './text-formats';

/** Empties the text box of a button that sends the text. The extension has the text now. */
export function clearSent(button: HTMLElement): void {
  const form = commentFormOf(button);
  const box = form === null ? null : textBoxIn(form);
  if (box === null || !('clears' in button.dataset)) return;
  closeCompletion();
  box.value = '';
  fieldChanged(box);
}

function format(name: string | undefined, editor: HTMLElement): boolean {
  const box = textBoxIn(editor);
  const edit = TEXT_FORMATS[name ?? ''];
  if (box === null || edit === undefined || box.closest('[hidden]') !== null) return false;
  const { value: text, selectionStart: start, selectionEnd: end } = box;
  replaceText(box, edit({ text, start, end }));
  return true;
}

addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-format]') : null;
  const editor = textEditorOf(button);
  if (button !== null && editor !== null) format(button.dataset['format'], editor);
});

addEventListener('input', (event) => {
  if (event.target instanceof HTMLTextAreaElement && textEditorOf(event.target) !== null)
    completeTyped(event.target);
});
addEventListener('focusout', (event) => {
  if (event.target instanceof HTMLTextAreaElement) closeCompletion();
});
// The cursor moved away from the text that is completed.
addEventListener('click', (event) => {
  if (event.target instanceof HTMLTextAreaElement) closeCompletion();
});

/** Formats by key, with Ctrl or Cmd. */
const FORMAT_KEYS: Readonly<Record<string, string | undefined>> = { b: 'bold', i: 'italic', k: 'link' };

/** Handles a key in a text box or its buttons. Returns true if VS Code must not handle it too. */
function handleKey(event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  if (completionKey(event)) return true;
  const editor = textEditorOf(event.target);
  if (editor === null) return escapes(event);
  const form = commentFormOf(event.target);
  const hasCtrl = (event.ctrlKey || event.metaKey) && !event.altKey;
  const modified = hasCtrl && !event.shiftKey;
  if (hasCtrl && event.key === 'Enter')
    return form !== null && press(form, event.shiftKey ? '[data-other]' : '[data-main]');
  if (modified && event.target === textBoxIn(editor))
    return format(FORMAT_KEYS[event.key.toLowerCase()], editor);
  if (event.key === 'Escape' && !modified) return form !== null && cancel(form);
  return moveAmong(event, '[role="toolbar"] button') || moveAmong(event, '[role="tab"]');
}

const isSelectAll = ({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) &&
  key.toLowerCase() === 'a' &&
  textEditorOf(target)?.contains(document.activeElement) === true;

function press(form: HTMLFormElement, selector: string): boolean {
  const button = form.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}

/** Closes a text box. The extension asks if that would discard text. */
function cancel(form: HTMLFormElement): boolean {
  const closes = form.querySelector('[data-cancels]') !== null;
  if (!closes && textBoxIn(form)?.value.trim() === '') return false;
  send({ kind: 'act', action: 'cancelText', form: nameOf(form), values: valuesOf(form) });
  return true;
}

/** Moves the focus among buttons of a toolbar or tabs, of which only one can be reached with Tab. */
function moveAmong(event: KeyboardEvent, selector: string): boolean {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const { target } = event;
  if (by === 0 || !(target instanceof HTMLElement) || !target.matches(selector)) return false;
  const all = [...(target.parentElement?.querySelectorAll<HTMLElement>('button') ?? [])];
  const next = all[(all.indexOf(target) + by + all.length) % all.length];
  for (const each of all) each.tabIndex = each === next ? 0 : -1;
  next?.focus();
  return true;
}

/** Escape closes a list of choices, with the button that opened it. */
function escapes(event: KeyboardEvent): boolean {
  const list = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-escapes]') : null;
  const opener = list === null ? null : document.getElementById(list.dataset['escapes'] ?? '');
  if (event.key !== 'Escape' || opener === null) return false;
  opener.focus();
  opener.click();
  return true;
}

// Before the listeners of VS Code, which would run commands for these keys.
document.addEventListener(
  'keydown',
  (event) => {
    // VS Code would select all a second time, after the user has continued to type.
    if (isSelectAll(event)) event.stopPropagation();
    if (!handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
