import { type FilterFault, isDate } from '../../domain/merge-requests/check-filters';
import {
  FILTER_FIELDS,
  filterEntries,
  type FilterField,
  FILTERS,
  NONE_OR_ANY,
  type QueryFilters,
  queryFiltersSchema,
} from '../../schemas/merge-request-query';
import type { FieldValue, FormValues } from '../../schemas/panel-message';

/** Returns the values of all fields of the form: texts and lists of texts. */
export function valuesOfFilters(filters: QueryFilters): Readonly<Record<string, string | string[]>> {
  const shown = new Map(filterEntries(filters));
  return Object.fromEntries(FILTER_FIELDS.map((field) => [field, shownValue(field, shown.get(field))]));
}

function shownValue(field: FilterField, value: unknown): string | string[] {
  const list: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const texts = list.map(String);
  const { kind } = FILTERS[field];
  if (kind === 'texts' || kind === 'numbers') return texts;
  if (field === 'in') return texts.length === 1 ? (texts[0] ?? '') : '';
  const [text = ''] = texts;
  return isUntil(field) && text.endsWith(DAY_END) ? text.slice(0, -DAY_END.length) : text;
}

/**
 * End of a day: a range includes its last day. In UTC, so that a shared query means the same for all users.
 */
const DAY_END = 'T23:59:59Z';
const isUntil = (field: FilterField): boolean => field.endsWith('_before');

export interface ReadFilters {
  readonly filters: QueryFilters;
  /** Values that aren't valid filters. */
  readonly faults: readonly FilterFault[];
}

/** Returns the filters for the values of a form. Empty fields are ignored. */
export function filtersOfValues(values: FormValues): ReadFilters {
  const faults: FilterFault[] = [];
  const plain: Record<string, unknown> = {};
  const not: Record<string, unknown> = {};
  for (const field of FILTER_FIELDS) {
    const read = readField(field, values[field]);
    if (read === undefined) continue;
    if ('fault' in read) faults.push({ field, problem: read.fault });
    else if (field.startsWith('not.')) not[field.slice('not.'.length)] = read.value;
    else plain[field] = read.value;
  }
  const given = Object.keys(not).length === 0 ? plain : { ...plain, not };
  const checked = queryFiltersSchema.safeParse(given);
  if (checked.success) return { filters: checked.data, faults };
  // Choices have fixed values. The page can send another one only if it was manipulated.
  const named = new Set(
    checked.error.issues.map(({ path }) => path.slice(0, path[0] === 'not' ? 2 : 1).join('.')),
  );
  const wrong = FILTER_FIELDS.filter((field) => named.has(field)).map((field): FilterFault => ({
    field,
    problem: { kind: 'not-a-choice', values: FILTERS[field].values ?? [] },
  }));
  return { filters: {}, faults: [...faults, ...wrong] };
}

type Read = { readonly value: unknown } | { readonly fault: FilterFault['problem'] } | undefined;

function readField(field: FilterField, given: FieldValue | undefined): Read {
  const row = FILTERS[field];
  const texts = (Array.isArray(given) ? given : [given])
    .flatMap((one) => (typeof one === 'string' ? [one.trim()] : []))
    .filter((one) => one !== '')
    .map((one) => (row.wildcards === true ? wordOr(one) : one));
  const [first] = texts;
  if (first === undefined) return undefined;
  switch (row.kind) {
    case 'text':
    case 'choice':
      return { value: first };
    case 'date':
      return { value: isUntil(field) && isDay(first) ? `${first}${DAY_END}` : first };
    case 'flag':
      return { value: first === 'true' };
    case 'choices':
      return { value: [first] };
    case 'texts':
      // For labels, `None` and `Any` are list items; for usernames, they replace the list.
      return { value: field !== 'labels' && texts.length === 1 && isWord(first) ? first : texts };
    case 'number': {
      const value = isWord(first) && row.wildcards === true ? first : numberOf(first);
      return value === undefined ? { fault: { kind: 'not-a-number' } } : { value };
    }
    case 'numbers': {
      if (texts.length === 1 && isWord(first) && row.wildcards === true) return { value: first };
      if (texts.length > 1 && texts.some(isWord)) return { fault: { kind: 'word-alone' } };
      const numbers = texts.map(numberOf);
      return numbers.every((one) => one !== undefined)
        ? { value: numbers }
        : { fault: { kind: 'not-a-number' } };
    }
  }
}

/** Replaces `None` and `Any` in any letter case with the exact word. */
const wordOr = (text: string): string =>
  NONE_OR_ANY.find((word) => word.toLowerCase() === text.toLowerCase()) ?? text;
const isWord = (text: string): boolean => NONE_OR_ANY.some((word) => word === text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text);

function numberOf(text: string): number | undefined {
  const number = /^[#!]?(\d{1,15})$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}
