import type { PanelPost } from '../schemas/panel-message';
import { fieldChanged } from './forms';
import { page } from './host';

/** ID of the element to reveal when a rendering contains it. */
let wanted: string | undefined;

/** Reveals an element, now or after a later rendering. */
export function reveal({ id, focus }: Extract<PanelPost, { kind: 'reveal' }>): void {
  if (focus === true) {
    wanted = id;
    revealRequested();
    // The comment may be in a thread that doesn't match a search.
    if (document.getElementById(id) === null) clearSearches();
  } else {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }
}

/** Reveals the requested element. Must be called after each rendering. */
export function revealRequested(): void {
  const part = wanted === undefined ? null : document.getElementById(wanted);
  if (part === null) return;
  wanted = undefined;
  // Resolved threads are collapsed.
  const collapsed = part.closest('details');
  if (collapsed !== null) collapsed.open = true;
  // Controls of the visible part of the page must not move it.
  const block = part.matches('textarea, button') ? 'nearest' : 'center';
  // The pending comments that a review submits are above its summary.
  part.closest('.review-form')?.parentElement?.scrollIntoView({ block: 'start', behavior: 'instant' });
  // The buttons of a text box are useful with it.
  part.closest('.comment-editor')?.scrollIntoView({ block, behavior: 'instant' });
  part.scrollIntoView({ block, behavior: 'instant' });
  part.focus({ preventScroll: true });
}

// Any action of the user cancels a pending reveal.
for (const name of ['keydown', 'pointerdown', 'wheel'])
  addEventListener(
    name,
    () => {
      wanted = undefined;
    },
    { capture: true, passive: true },
  );

/** Empties a search field. Returns false if it is empty. */
function clearSearch(field: HTMLInputElement): boolean {
  if (field.value === '') return false;
  field.value = '';
  fieldChanged(field);
  return true;
}

/** Empties all search fields, because they may hide what is to be shown. */
function clearSearches(): void {
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
