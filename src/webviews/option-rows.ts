import type { Suggestion } from '../schemas/panel-message';

/** Returns the rows of a list of suggestions. `note`: a message below them. */
export function optionRows(
  list: HTMLElement,
  items: readonly Suggestion[],
  { chosen, note }: { readonly chosen: number; readonly note: string | undefined },
): readonly HTMLElement[] {
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
  return rows;
}

/** Marks the selected row, and the input that controls the list. */
export function markOption(input: HTMLElement, list: HTMLElement, chosen: number): void {
  for (const row of list.querySelectorAll<HTMLElement>('[data-choice]')) {
    const is = row.dataset['choice'] === String(chosen);
    row.setAttribute('aria-selected', String(is));
    if (is) row.scrollIntoView({ block: 'nearest' });
  }
  if (chosen < 0) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', `${list.id}-${chosen}`);
}
