import type { PanelPost, Suggestion } from '../schemas/panel-message';
import { addChip, chipsOf, removeChip } from './chips';
import { rejectInput, updateErrors } from './field-errors';
import { fieldChanged, fieldOf, formOf, isTouched, nameOf, valuesOf } from './forms';
import { announceToScreenReaders, localizedText, send } from './host';
import { markOption, optionRows } from './option-rows';

const SUGGEST_DELAY_MS = 250;

/** The field with open suggestions. */
interface Open {
  readonly input: HTMLInputElement;
  readonly number: number;
  /** The text for which suggestions were requested. */
  readonly text: string;
  isLoaded: boolean;
  items: readonly Suggestion[];
  chosen: number;
}
let open: Open | undefined;
let count = 0;
/** Set if Enter was pressed before the suggestions were loaded. */
let entered: { readonly input: HTMLInputElement; readonly text: string } | undefined;
let requestTimer: ReturnType<typeof setTimeout> | undefined;
/** The field with a scheduled request for suggestions. */
let waiting: HTMLInputElement | undefined;

const isCombobox = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.getAttribute('role') === 'combobox';
const listOf = (input: HTMLInputElement): HTMLElement | null =>
  document.getElementById(input.getAttribute('aria-controls') ?? '');
const isList = (input: HTMLInputElement): boolean => fieldOf(input)?.dataset['kind'] === 'list';

/** Requests suggestions after a delay, or immediately if the field was opened. */
export function requestSuggestions(target: EventTarget | null, at: 'once' | 'later'): void {
  if (!isCombobox(target)) return;
  const input = target;
  clearTimeout(requestTimer);
  waiting = input;
  requestTimer = setTimeout(
    () => {
      waiting = undefined;
      const form = formOf(input);
      const field = fieldOf(input)?.dataset['field'];
      if (form === null || field === undefined || document.activeElement !== input) return;
      if (open?.input !== input) closeSuggestions();
      const text = input.value.trim();
      open = { input, number: ++count, text, isLoaded: false, items: open?.items ?? [], chosen: -1 };
      if (open.items.length === 0) show(open, localizedText('searching'));
      send({
        kind: 'suggest',
        form: nameOf(form),
        field,
        text: text.slice(0, 200),
        number: count,
        values: valuesOf(form),
      });
    },
    at === 'once' ? 0 : SUGGEST_DELAY_MS,
  );
}

/** Shows suggestions. Ignores responses to earlier requests. */
export function showSuggestions(post: Extract<PanelPost, { kind: 'suggestions' }>): void {
  if (open?.number !== post.number) return;
  const field = fieldOf(open.input);
  const there = field !== null && isList(open.input) ? chipsOf(field).map(({ value }) => value) : [];
  open.items = post.items.filter(({ value }) => !there.includes(value));
  open.chosen = -1;
  open.isLoaded = true;
  const note = post.note ?? (open.items.length === 0 ? localizedText('nothing') : undefined);
  show(open, note);
  announceToScreenReaders(note ?? localizedText('found', String(open.items.length)));
  const { input } = open;
  if (entered?.input === input && entered.text === input.value.trim()) takeFirst(input);
  entered = undefined;
}

export function closeSuggestions(): void {
  clearTimeout(requestTimer);
  waiting = undefined;
  if (open === undefined) return;
  const { input } = open;
  open = undefined;
  const list = listOf(input);
  list?.replaceChildren();
  if (list !== null) list.hidden = true;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}

function show({ input, items, chosen }: Open, note: string | undefined): void {
  const list = listOf(input);
  if (list === null) return;
  const rows = optionRows(list, items, { chosen, note });
  list.replaceChildren(...rows);
  list.hidden = false;
  input.setAttribute('aria-expanded', 'true');
  markOption(input, list, chosen);
  // Suggestions at the bottom of the page may be outside the viewport or behind sticky buttons.
  list.scrollIntoView({ block: 'nearest' });
}

/** Returns true if the key was handled by the suggestions or the chips. */
export function suggestionKey(event: KeyboardEvent): boolean {
  const input = event.target;
  if (!isCombobox(input) || event.isComposing) return false;
  return KEYS[event.key]?.(input, event) ?? false;
}

const KEYS: Readonly<
  Record<string, ((input: HTMLInputElement, event: KeyboardEvent) => boolean) | undefined>
> = {
  ArrowDown: (input) => move(input, 1),
  ArrowUp: (input) => move(input, -1),
  Enter: (input, { ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) return submitForm(input);
    if (open?.input === input && open.chosen >= 0) return chooseSuggestion(open.chosen);
    return (isOnlyPart(input) && chooseSuggestion(0)) || addTyped(input) || takeFirst(input);
  },
  ',': (input) => addTyped(input),
  Escape: (input) => {
    if (open?.input !== input) return false;
    closeSuggestions();
    return true;
  },
  Backspace: (input) => {
    const field = fieldOf(input);
    if (!isList(input) || input.value !== '' || field === null) return false;
    const last = [...field.querySelectorAll<HTMLElement>('[data-chip]')].at(-1);
    if (last === undefined) return false;
    removeChip(last);
    fieldChanged(input);
    return true;
  },
};

/** Submits the form with the typed text, whatever is suggested. */
function submitForm(input: HTMLInputElement): boolean {
  closeSuggestions();
  const button = formOf(input)?.querySelector<HTMLElement>('button[type="submit"]');
  button?.click();
  return button !== null && button !== undefined;
}

function move(input: HTMLInputElement, by: 1 | -1): boolean {
  if (open?.input !== input) {
    requestSuggestions(input, 'once');
    return true;
  }
  const list = listOf(input);
  if (list === null || open.items.length === 0) return true;
  open.chosen =
    (open.chosen + by + open.items.length + (open.chosen < 0 && by < 0 ? 1 : 0)) % open.items.length;
  markOption(input, list, open.chosen);
  return true;
}

/** Accepts a suggestion. */
export function chooseSuggestion(index: number): boolean {
  if (open === undefined) return false;
  const { input, items } = open;
  const item = items[index];
  const field = fieldOf(input);
  if (item === undefined || field === null) return false;
  if (isList(input)) {
    addChip(field, item);
    input.value = '';
  } else input.value = item.value;
  closeSuggestions();
  input.focus();
  fieldChanged(input);
  updateErrors(input);
  return true;
}

/**
 * Accepts the first suggestion in a field that only accepts suggestions, as soon as it is loaded. Returns
 * false, so that Enter submits the form, if the field is empty, or if it has a single value that is one of
 * the suggestions, is a number, or wasn't changed.
 */
function takeFirst(input: HTMLInputElement): boolean {
  const text = input.value.trim();
  const single = !isList(input);
  if (text === '' || (single && !('chosen' in input.dataset && isTouched(input)))) return false;
  if (open?.input !== input || open.text !== text || !open.isLoaded) {
    if (single && open?.input !== input && waiting !== input) return false;
    entered = { input, text };
    requestSuggestions(input, 'once');
    return true;
  }
  if (single) {
    const isOne = isNumber(text) || open.items.length === 0 || open.items.some(({ value }) => value === text);
    if (isOne) closeSuggestions();
    return !isOne && chooseSuggestion(0);
  }
  if (!chooseSuggestion(0)) rejectInput(input);
  return true;
}

/** A number may be an ID that isn't suggested. */
const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** True if suggestions for the text of a list are shown, and the text isn't one of them. */
function isOnlyPart(input: HTMLInputElement): boolean {
  const text = input.value.trim();
  if (!isList(input) || open?.input !== input || open.text !== text || !open.isLoaded) return false;
  if (text === '' || isNumber(text)) return false;
  return open.items.every(({ value, label }) => value !== text && label !== text);
}

/** Adds the text to a list that accepts any text, or the suggestion that it matches. */
function addTyped(input: HTMLInputElement): boolean {
  const field = fieldOf(input);
  const text = input.value.trim();
  if (!isList(input) || field === null || text === '') return false;
  const named = open?.items.find(({ value, label }) => value === text || label === text);
  const free = 'free' in (field.querySelector<HTMLElement>('.list')?.dataset ?? {});
  if (named === undefined && !free) return false;
  addChip(field, named ?? { value: text, label: text });
  input.value = '';
  closeSuggestions();
  fieldChanged(input);
  updateErrors(input);
  return true;
}

/** Called when a field loses the focus. Adds the text of a list if the list accepts it. */
export function suggestionFieldLeft(target: EventTarget | null): void {
  if (!isCombobox(target)) return;
  if (open?.input === target || isList(target)) {
    addTyped(target);
    closeSuggestions();
  }
}
