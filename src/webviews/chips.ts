import type { Suggestion } from '../schemas/panel-message';
import { announceToScreenReaders, keepState, localizedText, pageState } from './host';

/** Returns the values of a list field, which are shown as chips. */
export function chipsOf(field: HTMLElement): Suggestion[] {
  return [...field.querySelectorAll<HTMLElement>('[data-chip]')].map((chip) => ({
    value: chip.dataset['chip'] ?? '',
    label: chip.querySelector('bdi')?.textContent ?? '',
  }));
}

/** Sets the values of a list. Values that are or were in the list keep their labels. */
export function setChips(field: HTMLElement, values: readonly string[]): void {
  const labels = new Map(chipsOf(field).map(({ value, label }) => [value, label]));
  const { labels: kept } = pageState();
  field
    .querySelector('.chips')
    ?.replaceChildren(
      ...values.map((value) =>
        chip({ value, label: named(labels.get(value), value) ?? kept[labelId(field, value)] ?? value }),
      ),
    );
}

/** Returns undefined if the label is the value itself, so that a known label is used instead. */
const named = (label: string | undefined, value: string): string | undefined =>
  label === value ? undefined : label;
const labelId = (field: HTMLElement, value: string): string => `${field.dataset['field'] ?? ''}\n${value}`;

/** Maximum number of stored labels; the oldest ones are removed. */
const MAX_LABELS = 300;

/** Stores the labels of a list, for when only its values are set. */
export function keepLabels(field: HTMLElement): void {
  const { labels } = pageState();
  const news = chipsOf(field).filter(
    ({ value, label }) => label !== value && labels[labelId(field, value)] !== label,
  );
  if (news.length === 0) return;
  const all = [
    ...Object.entries(labels),
    ...news.map(({ value, label }) => [labelId(field, value), label] as const),
  ];
  keepState({ labels: Object.fromEntries(all.slice(-MAX_LABELS)) });
}

/** Adds a value to a list; returns false if the list already contains it or is full. */
export function addChip(field: HTMLElement, suggestion: Suggestion): boolean {
  const there = chipsOf(field);
  const most = Number(field.querySelector<HTMLElement>('.list')?.dataset['most'] ?? Infinity);
  if (there.some(({ value }) => value === suggestion.value) || there.length >= most) return false;
  field.querySelector('.chips')?.append(chip(suggestion));
  announceToScreenReaders(localizedText('added', suggestion.label));
  return true;
}

export function removeChip(element: HTMLElement): void {
  const label = element.querySelector('bdi')?.textContent ?? '';
  element.remove();
  announceToScreenReaders(localizedText('removed', label));
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
  remove.setAttribute('aria-label', localizedText('remove', label));
  const cross = document.createElement('span');
  cross.setAttribute('aria-hidden', 'true');
  cross.textContent = '×';
  remove.append(cross);
  item.append(text, remove);
  return item;
}
