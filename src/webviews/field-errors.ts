import { controlsOf, fieldOf, fieldsOf, formNamed, formOf, nameOf } from './forms';
import { localizedText, page } from './host';

/** Posted errors by form, because renderings may not contain them. */
const posted = new Map<string, Readonly<Record<string, string>>>();
/**
 * Inputs of lists with rejected text. The error is shown until the text changes, even while they have the
 * focus.
 */
const refused = new WeakMap<HTMLInputElement, string>();

export function showErrorsAgain(): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-form]')) draw(form);
}

/** Shows errors at the fields. `focus`: moves the focus to the first one. */
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

/**
 * Returns true if no list has text that isn't added. Otherwise shows errors and moves the focus to the first
 * one.
 */
export function hasOnlyAddedValues(form: HTMLFormElement): boolean {
  const inputs = fieldsOf(form).flatMap((field) => leftover(field) ?? []);
  for (const input of inputs) refused.set(input, input.value);
  if (inputs.length > 0) draw(form);
  inputs[0]?.focus();
  return inputs.length === 0;
}

/** Marks text that matches no suggestion. */
export function rejectInput(input: HTMLInputElement): void {
  refused.set(input, input.value);
  updateErrors(input);
}

/** Updates errors after a list's text has changed or the list has lost the focus. */
export function updateErrors(target: EventTarget | null): void {
  const form =
    target instanceof Element && fieldOf(target)?.dataset['kind'] === 'list' ? formOf(target) : null;
  if (form !== null) draw(form);
}

/** Returns the input of a list if it contains text that isn't added. */
function leftover(field: HTMLElement): HTMLInputElement | undefined {
  const input = field.querySelector<HTMLInputElement>('.list:not([data-free]) input');
  return input === null || input.value.trim() === '' ? undefined : input;
}

function unadded(field: HTMLElement): string | undefined {
  const input = leftover(field);
  if (input === undefined) return undefined;
  return input !== document.activeElement || refused.get(input) === input.value
    ? localizedText('unadded')
    : undefined;
}

/** Shows the errors and returns the first control with one. Keeps rendered errors unless `all` is true. */
function draw(form: HTMLFormElement, all = posted.has(nameOf(form))): HTMLElement | undefined {
  const errors = posted.get(nameOf(form)) ?? {};
  let first: HTMLElement | undefined;
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const field = fieldOf(place);
    const text =
      errors[place.dataset['errorOf'] ?? ''] ?? (field === null ? undefined : unadded(field)) ?? '';
    if (!all && text === '' && place.textContent !== localizedText('unadded')) continue;
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
