import { Idiomorph } from 'idiomorph';
import { fieldOf, isTouched } from './forms';
import { page, pageState } from './host';

/** Images that were asked for, by address, as long as the page stands. */
const images = new Map<string, string>();

/**
 * Changes the page into a newly rendered one. What is the same stays the same element, so focus, scroll and selection
 * stay; what a person typed, opened or is choosing from stays too.
 */
export function morph(body: string): void {
  // Only where a whole document is morphed it ends later than here.
  void Idiomorph.morph(page, body, {
    morphStyle: 'innerHTML',
    ignoreActiveValue: false,
    // Only the page that has the focus may keep it: it would take it from what a person types into elsewhere.
    restoreFocus: document.hasFocus(),
    callbacks: {
      beforeNodeMorphed: (old: Node, fresh: Node) => {
        if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
        // Suggestions are ours alone, and so are chips that a person added or took away.
        if (old.matches('[data-kept-node]')) return false;
        if (old.matches('.chips') && fieldOf(old) !== null && isTouched(old)) return false;
        // What is being typed into a list is no value yet, and stays as well.
        if (isTouched(old) || old.matches('.list input')) carry(old, fresh);
        return true;
      },
      beforeAttributeUpdated: (name: string, element: Element) => {
        if (name === 'open' && element instanceof HTMLDetailsElement)
          return !(element.id in pageState().open);
        return !(OURS.includes(name) && element.getAttribute('role') === 'combobox');
      },
    },
  });
  for (const [address, data] of images) showImage(address, data);
}

/** What the script writes at a field that suggests. */
const OURS = ['aria-expanded', 'aria-activedescendant'];

/** Writes what a control holds into the newly rendered one, so that it morphs into itself. */
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

/** Puts an image where its button stands. */
export function showImage(address: string, data: string): void {
  images.set(address, data);
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-act="show-image"]')) {
    if (button.value !== address) continue;
    const image = document.createElement('img');
    image.src = data;
    image.alt = button.dataset['alt'] ?? '';
    button.replaceWith(image);
  }
}
