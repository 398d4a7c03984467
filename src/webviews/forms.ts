import type { FieldValue, FormValues } from '../schemas/panel-message';
import { chipsOf, keepLabels, setChips } from './chips';
import { keepState, page, pageState, send } from './host';

const CHANGE_DELAY_MS = 400;

/** Displayed fields that the user changed. Their values take precedence over rendered ones. */
const touched = new Set<string>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
/** Forms whose values were posted since the page was loaded. */
const sentForms = new Set<string>();

export const formOf = (element: Element): HTMLFormElement | null => element.closest('form[data-form]');
export const nameOf = (form: HTMLFormElement): string => form.dataset['form'] ?? '';
export const fieldsOf = (form: HTMLFormElement): HTMLElement[] => [
  ...form.querySelectorAll<HTMLElement>('[data-field]'),
];
export const fieldOf = (element: Element): HTMLElement | null => element.closest('[data-field]');

const fieldNamed = (form: HTMLFormElement, name: string): HTMLElement | undefined =>
  fieldsOf(form).find((field) => field.dataset['field'] === name);
export const formNamed = (name: string): HTMLFormElement | undefined =>
  [...page.querySelectorAll<HTMLFormElement>('form[data-form]')].find((form) => nameOf(form) === name);

export function valuesOf(form: HTMLFormElement): FormValues {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.dataset['field'] ?? '', valueOf(field)]));
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export const controlsOf = (field: HTMLElement): Control[] => [
  ...field.querySelectorAll<Control>('input, textarea, select'),
];

function valueOf(field: HTMLElement): FieldValue {
  if (field.dataset['kind'] === 'list') return chipsOf(field).map(({ value }) => value);
  const controls = controlsOf(field);
  const [first] = controls;
  if (field.dataset['kind'] === 'radio')
    return controls.find((each) => each instanceof HTMLInputElement && each.checked)?.value ?? '';
  if (first instanceof HTMLInputElement && first.type === 'checkbox') return first.checked;
  return first?.value ?? '';
}

function setValue(field: HTMLElement, value: FieldValue): void {
  if (field.dataset['kind'] === 'list') {
    if (Array.isArray(value)) setChips(field, value);
    return;
  }
  for (const control of controlsOf(field)) {
    if (control instanceof HTMLInputElement && control.type === 'radio')
      control.checked = control.value === value;
    else if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === true;
    else if (typeof value === 'string') control.value = value;
  }
}

const touchId = (form: HTMLFormElement, field: HTMLElement): string =>
  `${nameOf(form)}\n${field.dataset['field'] ?? ''}`;

export const isTouched = (element: Element): boolean => {
  const form = formOf(element);
  const field = fieldOf(element);
  return form !== null && field !== null && touched.has(touchId(form, field));
};

/** Called after the user changed a field. Stores its value immediately, and posts it after a delay. */
export function fieldChanged(element: Element): void {
  const form = formOf(element);
  const field = fieldOf(element);
  if (form === null || field === null) return;
  touched.add(touchId(form, field));
  keepTyped(form);
  keepUnaddedText(field);
  const name = nameOf(form);
  clearTimeout(waiting.get(name));
  if ('tells' in field.dataset) sendValues(form);
  else
    waiting.set(
      name,
      setTimeout(() => {
        sendValues(form);
      }, CHANGE_DELAY_MS),
    );
}

function sendValues(form: HTMLFormElement): void {
  clearTimeout(waiting.get(nameOf(form)));
  waiting.delete(nameOf(form));
  sentForms.add(nameOf(form));
  if (form.isConnected) send({ kind: 'change', form: nameOf(form), values: valuesOf(form) });
}

/** Also stores values of fields that aren't displayed now, because they may be displayed again. */
function keepTyped(form: HTMLFormElement): void {
  const typed = fieldsOf(form).filter((field) => touched.has(touchId(form, field)));
  for (const field of typed) if (field.dataset['kind'] === 'list') keepLabels(field);
  addTyped(
    nameOf(form),
    Object.fromEntries(typed.map((field) => [field.dataset['field'] ?? '', valueOf(field)])),
  );
}

function addTyped(name: string, values: FormValues): void {
  // The extension stores the values of these forms, and renders them.
  if ('stored' in (formNamed(name)?.dataset ?? {})) return;
  const { typed } = pageState();
  keepState({ typed: { ...typed, [name]: { ...typed[name], ...values } } });
}

/** Stores the text that was typed into a list's input but isn't yet a value of the list. */
export function keepUnaddedText(field: HTMLElement): void {
  const form = formOf(field);
  if (form === null || field.dataset['kind'] !== 'list') return;
  const id = touchId(form, field);
  const { [id]: before = '', ...others } = pageState().unadded;
  const text = controlsOf(field)[0]?.value ?? '';
  restored.add(id);
  if (text !== before) keepState({ unadded: text === '' ? others : { ...others, [id]: text } });
}

/** Lists whose stored input text was restored, or typed since the page was loaded. */
const restored = new Set<string>();

function restoreUnadded(): void {
  for (const [id, text] of Object.entries(pageState().unadded)) {
    if (restored.has(id)) continue;
    const [form = '', name = ''] = id.split('\n');
    const there = formNamed(form);
    const field = there === undefined ? undefined : fieldNamed(there, name);
    const input = field?.dataset['kind'] === 'list' ? controlsOf(field)[0] : undefined;
    if (input === undefined) continue;
    input.value = text;
    restored.add(id);
  }
}

/** Cancels a pending `change` message, because another message contains the values. */
export function cancelPendingChange(form: HTMLFormElement): void {
  clearTimeout(waiting.get(nameOf(form)));
  waiting.delete(nameOf(form));
}

/**
 * Restores typed values: all of them after the page is loaded, later those of newly displayed fields. Must be
 * called after each rendering.
 */
export function restoreTyped(): void {
  restoreUnadded();
  for (const [name, values] of Object.entries(pageState().typed)) {
    const form = formNamed(name);
    if (form === undefined || Object.keys(values).length === 0) continue;
    const changed = put(form, values);
    if (changed || !sentForms.has(name)) sendValues(form);
  }
}

/** Sets values as if they were typed. Values of fields that aren't displayed are kept for later. */
export function fillForm(name: string, values: FormValues): void {
  addTyped(name, values);
  const form = formNamed(name);
  if (form === undefined) return;
  for (const field of fieldsOf(form))
    if ((field.dataset['field'] ?? '') in values) touched.delete(touchId(form, field));
  put(form, values);
  keepTyped(form);
  sendValues(form);
}

/** Sets values of fields that weren't changed and accept them. Returns true if a value has changed. */
function put(form: HTMLFormElement, values: FormValues): boolean {
  let changed = false;
  for (const [name, value] of Object.entries(values)) {
    const field = fieldNamed(form, name);
    if (field === undefined) touched.delete(`${nameOf(form)}\n${name}`);
    else if (!touched.has(touchId(form, field)) && takes(field, value)) {
      changed ||= String(valueOf(field)) !== String(value);
      setValue(field, value);
      touched.add(touchId(form, field));
    }
  }
  return changed;
}

/** Returns false for unavailable choices and for values of another kind of field. */
function takes(field: HTMLElement, value: FieldValue): boolean {
  const controls = controlsOf(field);
  const [first] = controls;
  if (field.dataset['kind'] === 'list') return Array.isArray(value);
  if (field.dataset['kind'] === 'checkbox') return typeof value === 'boolean';
  if (field.dataset['kind'] === 'radio') return controls.some((each) => each.value === value);
  if (first instanceof HTMLSelectElement) return [...first.options].some((each) => each.value === value);
  return typeof value === 'string';
}

/**
 * Discards typed values, so that the form shows the rendered ones. `unadded`: `stays` keeps the text in the
 * inputs of lists.
 */
export function discardTyped(name: string, unadded?: 'stays'): void {
  for (const id of [...touched]) if (id.startsWith(`${name}\n`)) touched.delete(id);
  const { [name]: _gone, ...typed } = pageState().typed;
  keepState({ typed });
  if (unadded === undefined) forgetUnadded(name);
  const form = formNamed(name);
  if (form === undefined) return;
  cancelPendingChange(form);
  form.reset();
  // Text in a list's input was copied to the rendered element, so a reset would restore it.
  for (const field of fieldsOf(form))
    for (const input of field.querySelectorAll<HTMLInputElement>('.list input'))
      input.value = pageState().unadded[touchId(form, field)] ?? '';
}

function forgetUnadded(name: string): void {
  const others = Object.entries(pageState().unadded).filter(([id]) => !id.startsWith(`${name}\n`));
  keepState({ unadded: Object.fromEntries(others) });
}
