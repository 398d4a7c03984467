// The script of every panel: shows what the host rendered and tells it what a person does.
import type { PanelPost } from '../schemas/panel-message';
import { removeChip } from './chips';
import { againErrors, allAdded, recheck, showErrors } from './field-errors';
import {
  fieldOf,
  fill,
  forget,
  formOf,
  keepUnadded,
  nameOf,
  restoreTyped,
  settle,
  touch,
  valuesOf,
} from './forms';
import { keep, page, pageState, say, send, whisper, word } from './host';
import { morph, showImage } from './morph';
import { bringWanted, reveal } from './reveal';
import { ask, choose, close, left, pressed, suggested } from './suggestions';

let busy: string | undefined;
let shown = false;

/** The frame around the page belongs to the editor: what comes from there is what the host posted. */
function hear(post: PanelPost): void {
  switch (post.kind) {
    case 'render':
      morph(post.body);
      // What the host rendered stands again, also where the script had written something else.
      ours.clear();
      restoreTyped();
      againErrors();
      showBusy();
      if (!shown) first();
      shown = true;
      bringWanted();
      break;
    case 'errors':
      showErrors(post.form, post.errors, { focus: post.focus ?? true });
      break;
    case 'suggestions':
      suggested(post);
      break;
    case 'fill':
      fill(post.form, post.values);
      break;
    case 'forget':
      forget(post.form, post.unadded);
      showErrors(post.form, {}, { focus: false });
      break;
    case 'busy':
      if (busy === undefined && post.action !== undefined) whisper(word('working'));
      busy = post.action;
      showBusy();
      break;
    case 'say':
      say(post.text);
      break;
    case 'reveal':
      reveal(post);
      break;
    case 'image':
      showImage(post.address, post.data);
      break;
  }
}

/** The page stands for the first time: what was opened and scrolled to before comes back. */
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
 * While something runs its button says so, and other buttons wait; they keep the focus, so they are not disabled. What
 * the host itself rendered as busy stays so.
 */
function showBusy(): void {
  for (const button of page.querySelectorAll<HTMLElement>('button[data-act]')) {
    const waits = busy !== undefined && !('keeps' in button.dataset) && !ALWAYS.includes(actOf(button));
    write(button, 'aria-busy', waits && actOf(button) === busy);
    write(button, 'aria-disabled', waits);
  }
}

/** What the script itself wrote at buttons since the page was last rendered. */
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

/** These change nothing. */
const ALWAYS = ['open-link', 'copy', 'show-image'];

const actOf = (element: HTMLElement): string => element.dataset['act'] ?? '';

function act(element: HTMLElement, form: HTMLFormElement | null): void {
  if (element.getAttribute('aria-disabled') === 'true') return;
  const value = element instanceof HTMLAnchorElement ? element.href : element.getAttribute('value');
  if (form !== null) settle(form);
  send({
    kind: 'act',
    action: actOf(element),
    ...(value === null ? {} : { value }),
    ...(form === null ? {} : { form: nameOf(form), values: valuesOf(form) }),
  });
}

const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

// Before the editor's own listeners: links leave through the host, where they are checked.
addEventListener(
  'click',
  (event) => {
    const link = within(event, 'a');
    if (link !== null) {
      event.preventDefault();
      event.stopPropagation();
    }
    const remove = within(event, '[data-remove-chip]');
    const chip = remove?.closest<HTMLElement>('[data-chip]');
    const field = remove === null ? null : fieldOf(remove);
    if (chip !== null && chip !== undefined && field !== null) {
      removeChip(chip);
      touch(field);
      field.querySelector<HTMLElement>('input')?.focus();
      return;
    }
    const element = within(event, '[data-act]');
    // A button that submits is told by the form, with what Enter does.
    if (element === null || (element instanceof HTMLButtonElement && element.type === 'submit')) return;
    act(element, formOf(element));
  },
  true,
);
addEventListener(
  'auxclick',
  (event) => {
    if (within(event, 'a') !== null) event.stopPropagation();
  },
  true,
);

addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !(event.submitter instanceof HTMLElement)) return;
  if (allAdded(form)) act(event.submitter, formOf(form));
});

addEventListener('input', (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  ask(target, 'later');
  // What is typed into a list counts when it is added.
  const field = fieldOf(target);
  if (field?.dataset['kind'] === 'list') {
    keepUnadded(field);
    recheck(target);
  } else touch(target);
});

addEventListener('keydown', (event) => {
  if (!pressed(event)) return;
  event.preventDefault();
  event.stopPropagation();
});

addEventListener('focusin', (event) => {
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || target.value !== '') return;
  // Suggestions would hide what is said to be wrong with it.
  if (target.getAttribute('aria-invalid') !== 'true') ask(target, 'later');
});
addEventListener('focusout', (event) => {
  left(event.target);
  // The focus is still where it was.
  // What is said then moves what is below it: not while a button there is being pressed.
  if (!pressing) recheckSoon(event.target);
});

const recheckSoon = (target: EventTarget | null): void => {
  setTimeout(() => {
    recheck(target);
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

// The mouse takes a suggestion before the field loses the focus.
addEventListener('mousedown', (event) => {
  const row = within(event, '.choices');
  if (row === null) return;
  event.preventDefault();
  const index = within(event, '[data-choice]')?.dataset['choice'];
  if (index !== undefined) choose(Number(index));
});

addEventListener(
  'toggle',
  (event) => {
    const details = event.target;
    if (!shown || !(details instanceof HTMLDetailsElement) || details.id === '') return;
    keep({ open: { ...pageState().open, [details.id]: details.open } });
  },
  true,
);

let scrolling: ReturnType<typeof setTimeout> | undefined;
addEventListener('scroll', () => {
  clearTimeout(scrolling);
  scrolling = setTimeout(() => {
    if (shown) keep({ scroll: Math.round(scrollY) });
  }, 200);
});
addEventListener('blur', close);

addEventListener('message', (event: MessageEvent<PanelPost>) => {
  hear(event.data);
});

send({ kind: 'ready' });
