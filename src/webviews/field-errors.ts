import { controlsOf, fieldOf, fieldsOf, formNamed, formOf, nameOf } from './forms';
import { page, word } from './host';

/** What was posted as wrong, by form: a page that is rendered again does not know of it. */
const posted = new Map<string, Readonly<Record<string, string>>>();
/** Inputs of lists whose text was refused: that is said until it is changed, also while they have the focus. */
const refused = new WeakMap<HTMLInputElement, string>();

export function againErrors(): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-form]')) draw(form);
}

/** Shows what is wrong, at the fields; with `focus` the first one gets the focus. */
export function showErrors(
  name: string,
  errors: Readonly<Record<string, string>>,
  { focus }: { readonly focus: boolean },
): void {
  if (Object.keys(errors).length === 0) posted.delete(name);
  else posted.set(name, errors);
  const form = formNamed(name);
  if (form === undefined) return;
  const first = draw(form, true);
  if (!focus) return;
  if (first !== undefined) first.focus();
  else form.querySelector('.form-error:not(:empty)')?.scrollIntoView({ block: 'nearest' });
}

/** True if the texts of all lists were added; else says so at the fields and goes to the first. */
export function allAdded(form: HTMLFormElement): boolean {
  const inputs = fieldsOf(form).flatMap((field) => leftover(field) ?? []);
  for (const input of inputs) refused.set(input, input.value);
  if (inputs.length > 0) draw(form);
  inputs[0]?.focus();
  return inputs.length === 0;
}

/** Nothing that is suggested fits what was typed. */
export function refuse(input: HTMLInputElement): void {
  refused.set(input, input.value);
  recheck(input);
}

/** A list was typed into, or left: whether its text is wrong may be another thing now. */
export function recheck(target: EventTarget | null): void {
  const form =
    target instanceof Element && fieldOf(target)?.dataset['kind'] === 'list' ? formOf(target) : null;
  if (form !== null) draw(form);
}

/** The input of a list that holds a text which is none of its values. */
function leftover(field: HTMLElement): HTMLInputElement | undefined {
  const input = field.querySelector<HTMLInputElement>('.list:not([data-free]) input');
  return input === null || input.value.trim() === '' ? undefined : input;
}

function unadded(field: HTMLElement): string | undefined {
  const input = leftover(field);
  if (input === undefined) return undefined;
  return input !== document.activeElement || refused.get(input) === input.value ? word('unadded') : undefined;
}

/** Returns the first control that has something wrong. Errors that were rendered stay, unless `all` is true. */
function draw(form: HTMLFormElement, all = posted.has(nameOf(form))): HTMLElement | undefined {
  const errors = posted.get(nameOf(form)) ?? {};
  let first: HTMLElement | undefined;
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const field = fieldOf(place);
    const text =
      errors[place.dataset['errorOf'] ?? ''] ?? (field === null ? undefined : unadded(field)) ?? '';
    if (!all && text === '' && place.textContent !== word('unadded')) continue;
    if (place.textContent !== text) place.textContent = text;
    if (field === null) continue;
    for (const control of controlsOf(field)) {
      if (text === '') control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
    }
    if (text === '') continue;
    const folded = field.closest('details');
    if (folded !== null) folded.open = true;
    first ??= controlsOf(field)[0];
  }
  return first;
}
