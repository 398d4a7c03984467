// The script of all panels: shows the rendered page and posts the user's actions.
import type { PanelPost } from '../schemas/panel-message';
import { insertAttachment } from './attachments';
import { removeChip } from './chips';
import { clearSent } from './comment-editor';
import { chooseCompletion, showCompletions } from './completions';
import { hasOnlyAddedValues, showErrors, showErrorsAgain, updateErrors } from './field-errors';
import {
  cancelPendingChange,
  discardTyped,
  fieldChanged,
  fieldOf,
  fillForm,
  formOf,
  keepUnaddedText,
  nameOf,
  restoreTyped,
  valuesOf,
} from './forms';
import { announceToScreenReaders, keepState, localizedText, page, pageState, send, showStatus } from './host';
import { showImagePlaces } from './image-places';
import { showImage, showImageProblem } from './images';
import { actionOfClick } from './links';
import { followFootnote, loadVisibleImages } from './markdown';
import { morph } from './morph';
import { reveal, revealRequested } from './reveal';
import {
  chooseSuggestion,
  closeSuggestions,
  requestSuggestions,
  showSuggestions,
  suggestionFieldLeft,
  suggestionKey,
} from './suggestions';

/**
 * Shows the bar with title and next step while the title of the page is scrolled out of sight. The mark is
 * outside the page, so that renderings don't remove it.
 */
function showBar(): void {
  const title = page.querySelector('header h1');
  const isGone = title !== null && title.getBoundingClientRect().bottom < 0;
  document.documentElement.toggleAttribute('data-scrolled', isGone);
}

/** Scrolls to the top of the page, and moves the focus there, because the bar disappears. */
function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
  page.querySelector<HTMLElement>('header h1')?.focus({ preventScroll: true });
}

let busy: string | undefined;
let shown = false;

/** Handles a message. VS Code controls the surrounding frame, so all messages are from the extension. */
function handleMessage(post: PanelPost): void {
  switch (post.kind) {
    case 'render':
      morph(post.body);
      // Rendering replaces the attributes that the script has set.
      ours.clear();
      restoreTyped();
      showErrorsAgain();
      showBusy();
      if (!shown) first();
      shown = true;
      revealRequested();
      showBar();
      loadVisibleImages();
      showImagePlaces();
      break;
    case 'errors':
      showErrors(post.form, post.errors, { focus: post.focus ?? true });
      break;
    case 'suggestions':
      if (!showCompletions(post)) showSuggestions(post);
      break;
    case 'fill':
      fillForm(post.form, post.values);
      break;
    case 'insert':
      insertAttachment(post.form, post.mark, post.text);
      break;
    case 'forget':
      discardTyped(post.form, post.unadded);
      showErrors(post.form, {}, { focus: false });
      break;
    case 'busy':
      if (busy === undefined && post.action !== undefined) announceToScreenReaders(localizedText('working'));
      busy = post.action;
      showBusy();
      break;
    case 'say':
      showStatus(post.text);
      break;
    case 'reveal':
      reveal(post);
      break;
    case 'image':
      showImage(post.address, post.data);
      break;
    case 'image-problem':
      showImageProblem(post);
      break;
  }
}

/** Restores the expanded parts and the scroll position after the first rendering. */
function first(): void {
  for (const [id, open] of Object.entries(pageState().open)) {
    const details = document.getElementById(id);
    if (details instanceof HTMLDetailsElement) details.open = open;
  }
  scrollTo({ top: pageState().scroll, behavior: 'instant' });
  if (pageState().scroll === 0)
    page.querySelector<HTMLElement>('[data-focus-first]')?.focus({ preventScroll: true });
}

/**
 * Marks the button of a running action as busy, and disables other buttons with ARIA so that they can keep
 * the focus. Doesn't change buttons that were rendered as busy.
 */
function showBusy(): void {
  for (const button of page.querySelectorAll<HTMLElement>(':is(button[data-act], button[data-command])')) {
    const waits = busy !== undefined && !('keeps' in button.dataset) && !ALWAYS.includes(actOf(button));
    write(button, 'aria-busy', waits && actOf(button) === busy);
    write(button, 'aria-disabled', waits);
  }
}

/** Attributes that the script has set on buttons since the last rendering. */
const ours = new Map<HTMLElement, Set<string>>();

function write(button: HTMLElement, name: string, wanted: boolean): void {
  const own = ours.get(button) ?? new Set();
  if (wanted && !button.hasAttribute(name)) {
    button.setAttribute(name, 'true');
    ours.set(button, own.add(name));
  } else if (!wanted && own.delete(name)) {
    button.removeAttribute(name);
  }
}

/** Actions without side effects, which are always available. */
const ALWAYS = ['open-link', 'follow-link', 'copy', 'show-image'];

const actOf = (element: HTMLElement): string => element.dataset['act'] ?? '';

function act(element: HTMLElement, form: HTMLFormElement | null, action = actOf(element)): void {
  if (element.getAttribute('aria-disabled') === 'true') return;
  const value = element instanceof HTMLAnchorElement ? element.href : element.getAttribute('value');
  const command = element.dataset['command'];
  if (command !== undefined) {
    send({ kind: 'command', command, ...(value === null ? {} : { value }) });
    return;
  }
  if (form !== null) cancelPendingChange(form);
  send({
    kind: 'act',
    action,
    ...(value === null ? {} : { value }),
    ...(form === null ? {} : { form: nameOf(form), values: valuesOf(form) }),
  });
  clearSent(element);
}

const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

// Runs before the listeners of VS Code: links are opened by the extension, which checks them.
addEventListener(
  'click',
  (event) => {
    const link = within(event, 'a');
    if (link !== null) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.target instanceof Element && followFootnote(event.target)) return;
    if (within(event, '[data-scroll-top]') !== null) {
      scrollToTop();
      return;
    }
    const remove = within(event, '[data-remove-chip]');
    const chip = remove?.closest<HTMLElement>('[data-chip]');
    const field = remove === null ? null : fieldOf(remove);
    if (chip !== null && chip !== undefined && field !== null) {
      removeChip(chip);
      fieldChanged(field);
      field.querySelector<HTMLElement>('input')?.focus();
      return;
    }
    const element = within(event, '[data-act], [data-command]');
    // The form handles submit buttons, together with Enter.
    if (element === null || (element instanceof HTMLButtonElement && element.type === 'submit')) return;
    // Only the next rendering changes a checkbox: the change may be rejected.
    if (element instanceof HTMLInputElement) event.preventDefault();
    act(element, formOf(element), actionOfClick(actOf(element), event));
  },
  true,
);
addEventListener(
  'auxclick',
  (event) => {
    const link = within(event, 'a');
    if (link === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.button === 1 && actOf(link) !== '') act(link, formOf(link), actionOfClick(actOf(link), event));
  },
  true,
);

addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !(event.submitter instanceof HTMLElement)) return;
  if (hasOnlyAddedValues(form)) act(event.submitter, formOf(form));
});

addEventListener('input', (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  requestSuggestions(target, 'later');
  // Text in a list becomes a value when it is added.
  const field = fieldOf(target);
  if (field?.dataset['kind'] === 'list') {
    keepUnaddedText(field);
    updateErrors(target);
  } else fieldChanged(target);
});

addEventListener('keydown', (event) => {
  if (!suggestionKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
});

addEventListener('focusin', (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || target.value !== '') return;
  // Suggestions would cover the error.
  if (target.getAttribute('aria-invalid') !== 'true') requestSuggestions(target, 'later');
});
addEventListener('focusout', (event) => {
  suggestionFieldLeft(event.target);
  // Delayed, because the focus hasn't moved yet. Showing errors moves the layout, so this waits while a mouse
  // button is pressed.
  if (!pressing) recheckSoon(event.target);
});

const recheckSoon = (target: EventTarget | null): void => {
  setTimeout(() => {
    updateErrors(target);
  }, 0);
};
let pressing = false;
addEventListener('mousedown', () => (pressing = true), true);
addEventListener(
  'mouseup',
  () => {
    pressing = false;
    for (const input of page.querySelectorAll('.list input')) recheckSoon(input);
  },
  true,
);

// Selects a suggestion before the field loses the focus.
addEventListener('mousedown', (event) => {
  const row = within(event, '.choices');
  if (row === null) return;
  event.preventDefault();
  const index = within(event, '[data-choice]')?.dataset['choice'];
  if (index !== undefined && !chooseCompletion(Number(index))) chooseSuggestion(Number(index));
});

addEventListener(
  'toggle',
  (event) => {
    const details = event.target;
    if (!shown || !(details instanceof HTMLDetailsElement) || details.id === '') return;
    keepState({ open: { ...pageState().open, [details.id]: details.open } });
    // The contents of some parts are only loaded while they are expanded.
    const action = details.open ? details.dataset['expand'] : details.dataset['collapse'];
    if (action !== undefined) send({ kind: 'act', action });
  },
  true,
);

let scrolling: ReturnType<typeof setTimeout> | undefined;
addEventListener('scroll', () => {
  showBar();
  clearTimeout(scrolling);
  scrolling = setTimeout(() => {
    if (shown) keepState({ scroll: Math.round(scrollY) });
  }, 200);
});
addEventListener('blur', closeSuggestions);

addEventListener('message', (event: MessageEvent<PanelPost>) => {
  handleMessage(event.data);
});

send({ kind: 'ready' });
