import { Idiomorph } from 'idiomorph';
import { fieldOf, isTouched } from './forms';
import { page, pageState } from './host';
import { showImagesAgain } from './images';

/**
 * Updates the page to a new rendering. Unchanged elements are kept, and with them the focus, scroll position,
 * and selection. Typed text, expanded parts, and open suggestions are also kept.
 */
export function morph(body: string): void {
  const focused = document.activeElement?.id ?? '';
  // Synchronous, unless a whole document is morphed.
  void Idiomorph.morph(page, body, {
    morphStyle: 'innerHTML',
    ignoreActiveValue: false,
    // Restoring the focus in a page without focus would move it away from another editor.
    restoreFocus: document.hasFocus(),
    callbacks: {
      beforeNodeMorphed: (old: Node, fresh: Node) => {
        if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
        // Renderings don't contain suggestions, or chips that the user added or removed.
        if (old.matches('[data-kept-node]')) return false;
        if (old.matches('.chips') && fieldOf(old) !== null && isTouched(old)) return false;
        // Text in the input of a list isn't a value yet, but is kept as well.
        if (isTouched(old) || old.matches('.list input')) carry(old, fresh);
        return true;
      },
      beforeAttributeUpdated: (name: string, element: Element) => {
        if (name === 'open' && element instanceof HTMLDetailsElement)
          return !(element.id in pageState().open);
        return !(OURS.includes(name) && element.hasAttribute('aria-autocomplete'));
      },
    },
  });
  showImagesAgain();
  if (focused !== '' && document.hasFocus()) keepFocusVisible(focused);
}

/** Moves the focus from an element in a collapsed part, such as a thread that was resolved, to its summary. */
function keepFocusVisible(id: string): void {
  const collapsed = document.getElementById(id)?.closest('details:not([open])');
  const summary = collapsed?.querySelector('summary');
  if (summary?.id !== id) summary?.focus({ preventScroll: true });
}

/** Attributes that the script sets on fields with suggestions. */
const OURS = ['aria-expanded', 'aria-activedescendant'];

/** Copies the state of a control to the new element, so that morphing doesn't change it. */
function carry(old: Element, fresh: Element): void {
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (old.type === 'checkbox' || old.type === 'radio') {
      fresh.toggleAttribute('checked', old.checked);
      fresh.checked = old.checked;
    } else {
      fresh.setAttribute('value', old.value);
      fresh.value = old.value;
    }
  } else if (old instanceof HTMLTextAreaElement && fresh instanceof HTMLTextAreaElement) {
    fresh.textContent = old.value;
    fresh.value = old.value;
  } else if (old instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement) {
    for (const option of fresh.options) option.toggleAttribute('selected', option.value === old.value);
    fresh.value = old.value;
  }
}
