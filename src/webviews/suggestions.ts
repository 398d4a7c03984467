import type { PanelPost, Suggestion } from '../schemas/panel-message';
import { addChip, chipsOf } from './chips';
import { recheck, refuse } from './field-errors';
import { fieldOf, formOf, isTouched, nameOf, touch, valuesOf } from './forms';
import { send, whisper, word } from './host';

const ASKED_AFTER_MS = 250;

/** The one field that shows suggestions now. */
interface Open {
  readonly input: HTMLInputElement;
  readonly number: number;
  /** What was typed when the suggestions were asked for, and whether they are there. */
  readonly text: string;
  answered: boolean;
  items: readonly Suggestion[];
  chosen: number;
}
let open: Open | undefined;
let count = 0;
/** Enter was pressed before the suggestions for the text were there. */
let entered: { readonly input: HTMLInputElement; readonly text: string } | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;
/** The field for which suggestions will be asked for in a moment. */
let waiting: HTMLInputElement | undefined;

const isCombobox = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.getAttribute('role') === 'combobox';
const listOf = (input: HTMLInputElement): HTMLElement | null =>
  document.getElementById(input.getAttribute('aria-controls') ?? '');
const isList = (input: HTMLInputElement): boolean => fieldOf(input)?.dataset['kind'] === 'list';

/** Asks for suggestions a moment after the last key, or at once when the field was opened. */
export function ask(target: EventTarget | null, at: 'once' | 'later'): void {
  if (!isCombobox(target)) return;
  const input = target;
  clearTimeout(asking);
  waiting = input;
  asking = setTimeout(
    () => {
      waiting = undefined;
      const form = formOf(input);
      const field = fieldOf(input)?.dataset['field'];
      if (form === null || field === undefined || document.activeElement !== input) return;
      if (open?.input !== input) close();
      const text = input.value.trim();
      open = { input, number: ++count, text, answered: false, items: open?.items ?? [], chosen: -1 };
      if (open.items.length === 0) show(open, word('searching'));
      send({
        kind: 'suggest',
        form: nameOf(form),
        field,
        text: text.slice(0, 200),
        number: count,
        values: valuesOf(form),
      });
    },
    at === 'once' ? 0 : ASKED_AFTER_MS,
  );
}

/** The host answered. An answer to an earlier question is dropped. */
export function suggested(post: Extract<PanelPost, { kind: 'suggestions' }>): void {
  if (open?.number !== post.number) return;
  const field = fieldOf(open.input);
  const there = field !== null && isList(open.input) ? chipsOf(field).map(({ value }) => value) : [];
  open.items = post.items.filter(({ value }) => !there.includes(value));
  open.chosen = -1;
  open.answered = true;
  const note = post.note ?? (open.items.length === 0 ? word('nothing') : undefined);
  show(open, note);
  whisper(note ?? word('found', String(open.items.length)));
  const { input } = open;
  if (entered?.input === input && entered.text === input.value.trim()) takeFirst(input);
  entered = undefined;
}

export function close(): void {
  clearTimeout(asking);
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
  const rows = items.map(({ label, detail }, index) => {
    const row = document.createElement('li');
    row.id = `${list.id}-${index}`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', String(index === chosen));
    row.dataset['choice'] = String(index);
    const name = document.createElement('bdi');
    name.textContent = label;
    row.append(name);
    if (detail !== undefined) {
      const more = document.createElement('span');
      more.className = 'quiet';
      more.textContent = detail;
      row.append(' ', more);
    }
    return row;
  });
  if (note !== undefined) {
    const row = document.createElement('li');
    row.className = 'quiet note';
    row.setAttribute('role', 'option');
    row.setAttribute('aria-disabled', 'true');
    row.textContent = note;
    rows.push(row);
  }
  list.replaceChildren(...rows);
  list.hidden = false;
  input.setAttribute('aria-expanded', 'true');
  mark(input, list, chosen);
  // Near the foot of the page they would be below it, or behind buttons that stay there.
  list.scrollIntoView({ block: 'nearest' });
}

function mark(input: HTMLInputElement, list: HTMLElement, chosen: number): void {
  for (const row of list.querySelectorAll<HTMLElement>('[data-choice]')) {
    const is = row.dataset['choice'] === String(chosen);
    row.setAttribute('aria-selected', String(is));
    if (is) row.scrollIntoView({ block: 'nearest' });
  }
  if (chosen < 0) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', `${list.id}-${chosen}`);
}

/** True where the key was for the suggestions or the chips. */
export function pressed(event: KeyboardEvent): boolean {
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
    if (ctrlKey || metaKey) return false;
    if (open?.input === input && open.chosen >= 0) return choose(open.chosen);
    return addTyped(input) || takeFirst(input);
  },
  ',': (input) => addTyped(input),
  Escape: (input) => {
    if (open?.input !== input) return false;
    close();
    return true;
  },
  Backspace: (input) => {
    const field = fieldOf(input);
    if (!isList(input) || input.value !== '' || field === null) return false;
    const last = [...field.querySelectorAll<HTMLElement>('[data-chip]')].at(-1);
    if (last === undefined) return false;
    last.remove();
    touch(input);
    return true;
  },
};

function move(input: HTMLInputElement, by: 1 | -1): boolean {
  if (open?.input !== input) {
    ask(input, 'once');
    return true;
  }
  const list = listOf(input);
  if (list === null || open.items.length === 0) return true;
  open.chosen =
    (open.chosen + by + open.items.length + (open.chosen < 0 && by < 0 ? 1 : 0)) % open.items.length;
  mark(input, list, open.chosen);
  return true;
}

/** Takes the suggestion of a row. */
export function choose(index: number): boolean {
  if (open === undefined) return false;
  const { input, items } = open;
  const item = items[index];
  const field = fieldOf(input);
  if (item === undefined || field === null) return false;
  if (isList(input)) {
    addChip(field, item);
    input.value = '';
  } else input.value = item.value;
  close();
  input.focus();
  touch(input);
  recheck(input);
  return true;
}

/**
 * Takes the first suggestion for what was typed into a field that takes only suggestions, as soon as it is there. Enter
 * in an empty field submits, and so it does in a field with a single value that is one of them, or that was not changed.
 */
function takeFirst(input: HTMLInputElement): boolean {
  const text = input.value.trim();
  const single = !isList(input);
  if (text === '' || (single && !('chosen' in input.dataset && isTouched(input)))) return false;
  if (open?.input !== input || open.text !== text || !open.answered) {
    if (single && open?.input !== input && waiting !== input) return false;
    entered = { input, text };
    ask(input, 'once');
    return true;
  }
  if (single) {
    const isOne = open.items.length === 0 || open.items.some(({ value }) => value === text);
    if (isOne) close();
    return !isOne && choose(0);
  }
  if (!choose(0)) refuse(input);
  return true;
}

/** Adds what was typed to a list that takes it, or the one suggestion that it names. */
function addTyped(input: HTMLInputElement): boolean {
  const field = fieldOf(input);
  const text = input.value.trim();
  if (!isList(input) || field === null || text === '') return false;
  const named = open?.items.find(({ value, label }) => value === text || label === text);
  const free = 'free' in (field.querySelector<HTMLElement>('.list')?.dataset ?? {});
  if (named === undefined && !free) return false;
  addChip(field, named ?? { value: text, label: text });
  input.value = '';
  close();
  touch(input);
  recheck(input);
  return true;
}

/** The focus left a list field: what was typed there is added where the list takes it. */
export function left(target: EventTarget | null): void {
  if (!isCombobox(target)) return;
  if (open?.input === target || isList(target)) {
    addTyped(target);
    close();
  }
}
