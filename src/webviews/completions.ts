import type { PanelPost, Suggestion } from '../schemas/panel-message';
import { completionAt, type CompletionQuery } from './completion-query';
import { formOf, nameOf } from './forms';
import { announceToScreenReaders, localizedText, send } from './host';
import { markOption, optionRows } from './option-rows';
import { textEditorOf } from './text-boxes';
import { replaceText } from './text-edits';

/** Returns where a character of a text box is displayed, relative to the text box. */
function placeOfCharacter(
  box: HTMLTextAreaElement,
  index: number,
): { readonly left: number; readonly bottom: number } {
  // The same text in an element with the same styles, up to the character.
  const copy = document.createElement('div');
  copy.className = 'text-copy';
  copy.textContent = box.value.slice(0, index);
  const at = document.createElement('span');
  at.textContent = '.';
  copy.append(at);
  box.after(copy);
  const place = { left: at.offsetLeft, bottom: at.offsetTop + at.offsetHeight - box.scrollTop };
  copy.remove();
  return place;
}

/** The open completion in a text box. */
interface Open extends CompletionQuery {
  readonly box: HTMLTextAreaElement;
  readonly form: string;
  readonly number: number;
  items: readonly Suggestion[];
  chosen: number;
}
let open: Open | undefined;
let count = 0;
/** Position at which the user closed the completion with Escape. It stays closed while this text is typed. */
let dismissed: { readonly box: HTMLTextAreaElement; readonly from: number } | undefined;

const listOf = (box: HTMLTextAreaElement): HTMLElement | null =>
  document.getElementById(box.getAttribute('aria-controls') ?? '');

/** Completes the text before the cursor, after the user typed. The extension delays requests. */
export function completeTyped(box: HTMLTextAreaElement): void {
  const form = formOf(box);
  const signs = textEditorOf(box)?.dataset['completes'] ?? '';
  const query =
    box.selectionStart === box.selectionEnd
      ? completionAt(box.value.slice(0, box.selectionStart), signs)
      : undefined;
  if (form === null || query === undefined) {
    dismissed = undefined;
    closeCompletion();
    return;
  }
  if (dismissed?.box === box && dismissed.from === query.from) return;
  const isSame = open?.box === box && open.from === query.from && open.sign === query.sign;
  if (!isSame) closeCompletion();
  open = {
    ...query,
    box,
    form: nameOf(form),
    number: ++count,
    items: open?.items ?? [],
    chosen: open?.chosen ?? -1,
  };
  if (!isSame) show(open, localizedText('searching'));
  send({
    kind: 'suggest',
    form: open.form,
    field: query.sign,
    text: query.typed,
    number: count,
    values: {},
  });
}

/** Shows suggestions. Returns false if they are for another field. Ignores responses to earlier requests. */
export function showCompletions(post: Extract<PanelPost, { kind: 'suggestions' }>): boolean {
  if (open === undefined || post.form !== open.form || post.field !== open.sign) return false;
  if (open.number !== post.number) return true;
  open.items = post.items;
  open.chosen = post.items.length === 0 ? -1 : 0;
  const note = post.note ?? (post.items.length === 0 ? localizedText('nothing') : undefined);
  show(open, note);
  announceToScreenReaders(
    post.items.length === 0 ? (note ?? '') : localizedText('found', String(post.items.length)),
  );
  return true;
}

export function closeCompletion(): void {
  if (open === undefined) return;
  const { box, form } = open;
  open = undefined;
  const list = listOf(box);
  list?.replaceChildren();
  if (list !== null) list.hidden = true;
  box.removeAttribute('aria-activedescendant');
  send({ kind: 'suggest-end', form });
}

function show({ box, from, items, chosen }: Open, note: string | undefined): void {
  const list = listOf(box);
  if (list === null) return;
  list.replaceChildren(...optionRows(list, items, { chosen, note }));
  list.hidden = false;
  const { left, bottom } = placeOfCharacter(box, from);
  list.style.top = `${box.offsetTop + Math.min(bottom, box.offsetHeight)}px`;
  list.style.left = `${Math.max(0, Math.min(left, box.offsetWidth - list.offsetWidth))}px`;
  markOption(box, list, chosen);
  list.scrollIntoView({ block: 'nearest' });
}

/** Returns true if the key was handled by an open completion. */
export function completionKey(event: KeyboardEvent): boolean {
  if (open === undefined || open.box !== event.target || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  return KEYS[event.key]?.(open) ?? false;
}

const KEYS: Readonly<Record<string, ((completion: Open) => boolean) | undefined>> = {
  ArrowDown: (completion) => move(completion, 1),
  ArrowUp: (completion) => move(completion, -1),
  Enter: ({ chosen }) => chooseCompletion(chosen),
  Tab: ({ chosen }) => chooseCompletion(chosen),
  Escape: ({ box, from }) => {
    dismissed = { box, from };
    closeCompletion();
    return true;
  },
};

function move(completion: Open, by: 1 | -1): boolean {
  const list = listOf(completion.box);
  const { length } = completion.items;
  if (list === null || length === 0) return false;
  completion.chosen = (completion.chosen + by + length) % length;
  markOption(completion.box, list, completion.chosen);
  return true;
}

/** Inserts a suggestion. Returns false if there is none. */
export function chooseCompletion(index: number): boolean {
  const item = open?.items[index];
  if (open === undefined || item === undefined) return false;
  const { box, from } = open;
  const to = box.selectionEnd;
  closeCompletion();
  const insert = `${item.value} `;
  replaceText(box, { from, to, insert, start: from + insert.length, end: from + insert.length });
  return true;
}
