// Search fields, whose text limits what the page shows.
import { fieldChanged } from './forms';
import { page } from './host';

/** Empties a search field. Returns false if it is empty. */
function clearSearch(field: HTMLInputElement): boolean {
  if (field.value === '') return false;
  field.value = '';
  fieldChanged(field);
  return true;
}

/** Empties all search fields, because they may hide what is to be shown. */
export function clearSearches(): void {
  page.querySelectorAll<HTMLInputElement>('input[type="search"]').forEach(clearSearch);
}

// Before the listeners of VS Code, which would run commands for this key.
document.addEventListener(
  'keydown',
  (event) => {
    const { key, target, isComposing } = event;
    if (key !== 'Escape' || isComposing || !(target instanceof HTMLInputElement) || target.type !== 'search')
      return;
    if (!clearSearch(target)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
