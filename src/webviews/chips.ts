import type { Suggestion } from '../schemas/panel-message';
import { whisper, word } from './host';

/** The values of a list, as chips. */
export function chipsOf(field: HTMLElement): Suggestion[] {
  return [...field.querySelectorAll<HTMLElement>('[data-chip]')].map((chip) => ({
    value: chip.dataset['chip'] ?? '',
    label: chip.querySelector('bdi')?.textContent ?? '',
  }));
}

/** Sets the values; those that are there already keep their labels. */
export function setChips(field: HTMLElement, values: readonly string[]): void {
  const labels = new Map(chipsOf(field).map(({ value, label }) => [value, label]));
  field
    .querySelector('.chips')
    ?.replaceChildren(...values.map((value) => chip({ value, label: labels.get(value) ?? labelOf(value) })));
}

/** Labels of what was chosen, for when a list is filled by its values only. */
const known = new Map<string, string>();
const labelOf = (value: string): string => known.get(value) ?? value;

/** False where the list holds it already or is full. */
export function addChip(field: HTMLElement, suggestion: Suggestion): boolean {
  const there = chipsOf(field);
  const most = Number(field.querySelector<HTMLElement>('.list')?.dataset['most'] ?? Infinity);
  if (there.some(({ value }) => value === suggestion.value) || there.length >= most) return false;
  known.set(suggestion.value, suggestion.label);
  field.querySelector('.chips')?.append(chip(suggestion));
  whisper(word('added', suggestion.label));
  return true;
}

export function removeChip(element: HTMLElement): void {
  const label = element.querySelector('bdi')?.textContent ?? '';
  element.remove();
  whisper(word('removed', label));
}

function chip({ value, label }: Suggestion): HTMLElement {
  const item = document.createElement('li');
  item.className = 'chip';
  item.dataset['chip'] = value;
  const text = document.createElement('bdi');
  text.textContent = label;
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.className = 'chip-remove';
  remove.dataset['removeChip'] = '';
  remove.setAttribute('aria-label', word('remove', label));
  const cross = document.createElement('span');
  cross.setAttribute('aria-hidden', 'true');
  cross.textContent = '×';
  remove.append(cross);
  item.append(text, remove);
  return item;
}
