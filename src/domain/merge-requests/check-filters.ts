import {
  type Filter,
  filterEntries,
  type FilterField,
  FILTERS,
  NONE_OR_ANY,
  type PlaceKind,
  type QueryFilters,
} from '../../schemas/merge-request-query';

/**
 * Why a filter can't be used in a request. The list is closed; the messages for users are defined elsewhere.
 */
export type FilterProblem =
  | { readonly kind: 'place'; readonly places: readonly PlaceKind[] }
  | { readonly kind: 'excludes'; readonly other: FilterField }
  | { readonly kind: 'too-many'; readonly most: number }
  | { readonly kind: 'not-a-date' }
  | { readonly kind: 'not-a-number' }
  | { readonly kind: 'not-a-choice'; readonly values: readonly string[] }
  /** The end of the range is before its start. */
  | { readonly kind: 'order'; readonly other: FilterField }
  | { readonly kind: 'empty' }
  /** `None` or `Any` together with other values. */
  | { readonly kind: 'word-alone' }
  | { readonly kind: 'comma' }
  /**
   * For a host, filtering by author requires the scope `all` or `assigned_to_me`
   * (server-behavior.md#list-filters).
   */
  | { readonly kind: 'needs-scope' }
  /** The query is too long for a server, and this filter is its longest part. */
  | { readonly kind: 'too-long' };

export interface FilterFault {
  readonly field: FilterField;
  readonly problem: FilterProblem;
}

/**
 * Maximum length of a query in bytes, with a reserve for the paging parameters; servers reject longer URLs
 * (server-behavior.md#long-queries).
 */
export const MAX_QUERY_LENGTH = 6_000;

/** Returns the problems of filters for a kind of place; empty if the filters can be used. */
export function checkFilters(place: PlaceKind, filters: QueryFilters): readonly FilterFault[] {
  const given = filterEntries(filters);
  const faults = given.flatMap(([field, value]) =>
    problemsOf(value, FILTERS[field], place).map((problem) => ({ field, problem })),
  );
  return [
    ...faults,
    ...pairFaults(given),
    ...spanFaults(given),
    ...scopeFaults(place, filters),
    ...lengthFaults(given),
  ];
}

type Given = ReturnType<typeof filterEntries>;

function problemsOf(value: unknown, row: Filter, place: PlaceKind): FilterProblem[] {
  const problems: FilterProblem[] = [];
  if (!row.places.includes(place)) problems.push({ kind: 'place', places: row.places });
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.some((one) => one === '')) problems.push({ kind: 'empty' });
  if (row.most !== undefined && list.length > row.most) problems.push({ kind: 'too-many', most: row.most });
  if (row.wildcards === true && list.length > 1 && list.some(isWord)) problems.push({ kind: 'word-alone' });
  if (row.joined === true && list.some((one) => typeof one === 'string' && one.includes(','))) {
    problems.push({ kind: 'comma' });
  }
  const numbers = row.kind === 'number' || row.kind === 'numbers';
  if (numbers && !list.every((one) => isId(one) || (row.wildcards === true && isWord(one)))) {
    problems.push({ kind: 'not-a-number' });
  }
  if (row.kind === 'date' && !(typeof value === 'string' && isDate(value))) {
    problems.push({ kind: 'not-a-date' });
  }
  const { values } = row;
  if (values !== undefined && !list.every((one) => typeof one === 'string' && values.includes(one))) {
    problems.push({ kind: 'not-a-choice', values });
  }
  return problems;
}

/** Reports both fields of a pair that exclude each other. */
function pairFaults(given: Given): FilterFault[] {
  const fields = new Set(given.map(([field]) => field));
  return given.flatMap(([field]) => {
    const { excludes } = FILTERS[field];
    return excludes !== undefined && fields.has(excludes)
      ? [{ field, problem: { kind: 'excludes', other: excludes } as const }]
      : [];
  });
}

function spanFaults(given: Given): FilterFault[] {
  const values = new Map(given);
  return given.flatMap(([field, value]): FilterFault[] => {
    const { until } = FILTERS[field];
    if (until === undefined) return [];
    const from = dateOf(value);
    const to = dateOf(values.get(until));
    return from !== undefined && to !== undefined && from > to
      ? [{ field: until, problem: { kind: 'order', other: field } }]
      : [];
  });
}

function scopeFaults(
  place: PlaceKind,
  { scope, author_id: id, author_username: name }: QueryFilters,
): FilterFault[] {
  if (place !== 'host' || scope === 'all' || scope === 'assigned_to_me') return [];
  const fields = [
    ...(id === undefined ? [] : ['author_id' as const]),
    ...(name === undefined ? [] : ['author_username' as const]),
  ];
  return fields.map((field) => ({ field, problem: { kind: 'needs-scope' } }));
}

/** Checks the estimated length: names and values of all filters in URL encoding. */
function lengthFaults(given: Given): FilterFault[] {
  const sizes = given.map(([field, value]) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return { field, size: list.reduce<number>((sum, one) => sum + field.length + 4 + sizeOf(one), 0) };
  });
  if (sizes.reduce((sum, { size }) => sum + size, 0) <= MAX_QUERY_LENGTH) return [];
  const [first, ...others] = sizes;
  if (first === undefined) return [];
  const { field } = others.reduce((most, each) => (each.size > most.size ? each : most), first);
  return [{ field, problem: { kind: 'too-long' } }];
}

/** Length of a value in URL encoding, in bytes. A lone surrogate can't be encoded and counts as U+FFFD. */
const sizeOf = (value: unknown): number =>
  encodeURIComponent(String(value).replace(/\p{Cs}/gu, '\ufffd')).length;

const isWord = (value: unknown): boolean => NONE_OR_ANY.some((word) => word === value);
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function dateOf(value: unknown): number | undefined {
  return typeof value === 'string' && isDate(value) ? Date.parse(value) : undefined;
}

/**
 * Returns true for an ISO 8601 date, with or without a time. Rejects days that don't exist, such as 31
 * February.
 */
export function isDate(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  // `Date` turns a day that doesn't exist into a day of the next month.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
