import { type FilterFault, isDate } from '../../domain/merge-requests/check-filters';
import {
  type Filter,
  FILTER_NAMES,
  type FilterField,
  FILTERS,
  NEGATION_NAMES,
  NEGATIONS,
  WILDCARDS,
} from '../../domain/merge-requests/filters';
import { type QueryFilters, queryFiltersSchema } from '../../schemas/merge-request-query';
import type { FieldValue, FormValues } from '../../schemas/panel-message';

/** All fields of the form that contain filters. */
export const FILTER_FIELDS: readonly FilterField[] = [
  ...FILTER_NAMES,
  ...NEGATION_NAMES.map((name) => `not.${name}` as const),
];

type Row = Pick<Filter, 'kind' | 'wildcards'>;

/** Returns the definition of a filter. Negated filters don't accept `None` and `Any`. */
export function filterRowOf(field: FilterField): Partial<Filter> & Row {
  const negated = NEGATION_NAMES.find((name) => field === `not.${name}`);
  if (negated !== undefined) {
    const { kind } = NEGATIONS[negated];
    return { kind };
  }
  const name = FILTER_NAMES.find((each) => each === field);
  return name === undefined ? { kind: 'text' } : FILTERS[name];
}

/** Returns the values of all fields of the form: texts and lists of texts. */
export function valuesOfFilters({
  not = {},
  ...plain
}: QueryFilters): Readonly<Record<string, string | string[]>> {
  const shown = new Map<FilterField, unknown>([
    ...FILTER_NAMES.map((name) => [name, plain[name]] as const),
    ...NEGATION_NAMES.map((name) => [`not.${name}`, not[name]] as const),
  ]);
  return Object.fromEntries(FILTER_FIELDS.map((field) => [field, shownValue(field, shown.get(field))]));
}

function shownValue(field: FilterField, value: unknown): string | string[] {
  const list: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const texts = list.map(String);
  if (isList(filterRowOf(field))) return texts;
  if (field === 'in') return texts.length === 1 ? (texts[0] ?? '') : '';
  const [text = ''] = texts;
  return isUntil(field) && text.endsWith(DAY_END) ? text.slice(0, -DAY_END.length) : text;
}

const isList = ({ kind }: Row): boolean => kind === 'texts' || kind === 'numbers';

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
    problem: { kind: 'not-a-choice', values: filterRowOf(field).values ?? [] },
  }));
  return { filters: {}, faults: [...faults, ...wrong] };
}

type Read = { readonly value: unknown } | { readonly fault: FilterFault['problem'] } | undefined;

function readField(field: FilterField, given: FieldValue | undefined): Read {
  const row = filterRowOf(field);
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
  WILDCARDS.find((word) => word.toLowerCase() === text.toLowerCase()) ?? text;
const isWord = (text: string): boolean => WILDCARDS.some((word) => word === text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text);

function numberOf(text: string): number | undefined {
  const number = /^[#!]?(\d{1,15})$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}
