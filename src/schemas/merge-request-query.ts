import * as z from 'zod/mini';
import { keysOf } from '../base/record';

/** Kinds of lists: of the host, a group, or a project (server-behavior.md#lists-of-merge-requests). */
export type PlaceKind = 'host' | 'group' | 'project';

/** Special filter values: no value is set, or any value is set (server-behavior.md#list-filters). */
export const NONE_OR_ANY = ['None', 'Any'] as const;
export type NoneOrAny = (typeof NONE_OR_ANY)[number];

/** Documented requirements of a filter: a paid tier or a feature flag. */
export type FilterNote = 'paid' | 'approved-flag' | 'merge-user-flag';

/** Types of values that the fields of the form suggest. */
export type SuggestionKind = 'usernames' | 'user-ids' | 'labels' | 'milestones' | 'branches' | 'reactions';

/** Definition of a filter for lists of merge requests (server-behavior.md#list-filters). */
export interface Filter {
  /** Type of the value. Dates are ISO 8601. */
  readonly kind: 'text' | 'number' | 'texts' | 'numbers' | 'date' | 'choice' | 'choices' | 'flag';
  readonly schema: z.ZodMiniType;
  readonly places: readonly PlaceKind[];
  /** True if `None` and `Any` are allowed instead of a value. */
  readonly wildcards?: true;
  /** The allowed values, if they are documented. */
  readonly values?: readonly string[];
  /** The filter that can't be combined with this one. */
  readonly excludes?: FilterField;
  /** The filter for the end of the date range that this filter starts. */
  readonly until?: FilterField;
  /** Maximum number of values in a list. */
  readonly most?: number;
  /** True if the values are sent as one comma-separated string, so that no value can contain a comma. */
  readonly joined?: true;
  readonly note?: FilterNote;
  /** Values that the form suggests. */
  readonly suggests?: SuggestionKind;
}

const ALL = ['host', 'group', 'project'] as const;
const HOST_OR_PROJECT = ['host', 'project'] as const;

const word = z.enum(NONE_OR_ANY);
const numbers = z.array(z.number());
const texts = z.array(z.string());

const text = { kind: 'text', schema: z.string() } as const;
const date = { kind: 'date', schema: z.string() } as const;
const username = { ...text, suggests: 'usernames' } as const;
const branch = { ...text, suggests: 'branches' } as const;
const milestone = { ...text, suggests: 'milestones' } as const;
const reaction = { ...text, suggests: 'reactions' } as const;
const labels = { kind: 'texts', schema: texts, joined: true, suggests: 'labels' } as const;
const userId = { kind: 'number', schema: z.number(), suggests: 'user-ids' } as const;
const userIdOrWord = { ...userId, schema: z.union([z.number(), word]), wildcards: true } as const;
const userIdsOrWord = {
  kind: 'numbers',
  schema: z.union([numbers, word]),
  wildcards: true,
  suggests: 'user-ids',
} as const;
const usernamesOrWord = {
  kind: 'texts',
  schema: z.union([texts, word]),
  wildcards: true,
  suggests: 'usernames',
} as const;
const choice = <const V extends readonly string[]>(values: V) =>
  ({ kind: 'choice', schema: z.enum(values), values }) as const;
const yesOrNo = choice(['yes', 'no']);

/**
 * All filters in the order of the documentation, except the parameters that only affect the format of the
 * response (`view`, `with_…`, paging). The schema, the parameters of the endpoints, the form, and the checks are
 * derived from this table. `not.…` are the filters that the `not` hash supports; the API documents `excludes`
 * only for those outside of it, but setting both filters of such a pair in `not` has no use either.
 */
const ROWS = {
  approved_by_ids: {
    ...userIdsOrWord,
    places: ALL,
    most: 5,
    excludes: 'approved_by_usernames',
    note: 'paid',
  },
  approved_by_usernames: {
    ...usernamesOrWord,
    places: ['group'],
    most: 5,
    excludes: 'approved_by_ids',
    note: 'paid',
  },
  approver_ids: { ...userIdsOrWord, places: ALL, note: 'paid' },
  approved: { ...yesOrNo, places: ALL, note: 'approved-flag' },
  assignee_id: { ...userIdOrWord, places: ALL },
  author_id: { ...userId, places: ALL, excludes: 'author_username' },
  author_username: { ...username, places: ALL, excludes: 'author_id' },
  created_after: { ...date, places: ALL, until: 'created_before' },
  created_before: { ...date, places: ALL },
  deployed_after: { ...date, places: ['host'], until: 'deployed_before' },
  deployed_before: { ...date, places: ['host'] },
  environment: { ...text, places: HOST_OR_PROJECT },
  iids: { kind: 'numbers', schema: numbers, places: ['project'] },
  in: { kind: 'choices', schema: texts, places: ['host'], values: ['title', 'description'], joined: true },
  labels: { ...labels, places: ALL, wildcards: true },
  merge_user_id: { ...userId, places: ALL, excludes: 'merge_user_username', note: 'merge-user-flag' },
  merge_user_username: { ...username, places: ALL, excludes: 'merge_user_id', note: 'merge-user-flag' },
  milestone: { ...milestone, places: ALL, wildcards: true },
  my_reaction_emoji: { ...reaction, places: ALL, wildcards: true },
  non_archived: { kind: 'flag', schema: z.boolean(), places: ['group'] },
  order_by: { ...choice(['created_at', 'title', 'updated_at']), places: ALL },
  reviewer_id: { ...userIdOrWord, places: ALL, excludes: 'reviewer_username' },
  reviewer_username: { ...username, places: ALL, wildcards: true, excludes: 'reviewer_id' },
  scope: { ...choice(['created_by_me', 'assigned_to_me', 'all']), places: ALL },
  search: { ...text, places: ALL },
  sort: { ...choice(['asc', 'desc']), places: ALL },
  source_branch: { ...branch, places: ALL },
  state: { ...choice(['all', 'opened', 'closed', 'locked', 'merged']), places: ALL },
  target_branch: { ...branch, places: ALL },
  updated_after: { ...date, places: ALL, until: 'updated_before' },
  updated_before: { ...date, places: ALL },
  wip: { ...yesOrNo, places: HOST_OR_PROJECT },
  'not.labels': { ...labels, places: ALL },
  'not.milestone': { ...milestone, places: ALL },
  'not.author_id': { ...userId, places: ALL, excludes: 'not.author_username' },
  'not.author_username': { ...username, places: ALL, excludes: 'not.author_id' },
  'not.assignee_id': { ...userId, places: ALL, excludes: 'not.assignee_username' },
  'not.assignee_username': { ...username, places: ALL, excludes: 'not.assignee_id' },
  'not.reviewer_id': { ...userId, places: ALL, excludes: 'not.reviewer_username' },
  'not.reviewer_username': { ...username, places: ALL, excludes: 'not.reviewer_id' },
  'not.my_reaction_emoji': { ...reaction, places: ALL },
} as const;
type Rows = typeof ROWS;

/** A filter, or a filter inside the `not` hash. */
export type FilterField = keyof Rows;
type NegationName = FilterField extends infer F ? (F extends `not.${infer N}` ? N : never) : never;
type FilterName = Exclude<FilterField, `not.${string}`>;
/** The filters of a kind of list. */
export type FilterNameIn<P extends PlaceKind> = {
  [F in FilterName]: P extends Rows[F]['places'][number] ? F : never;
}[FilterName];
/** The values of a filter that has a few possible ones; otherwise never. */
export type ChoiceOf<F extends FilterField> = Rows[F] extends {
  readonly values: readonly (infer V extends string)[];
}
  ? V
  : Rows[F] extends { readonly kind: 'flag' }
    ? 'true' | 'false'
    : never;

export const FILTERS: Readonly<Record<FilterField, Filter>> = ROWS;
export const FILTER_FIELDS = keysOf(FILTERS);

/** Returns the filters of a request, or of its `not` hash, with their names there. */
export function filtersIn(prefix: '' | 'not.'): readonly (readonly [name: string, filter: Filter])[] {
  return FILTER_FIELDS.filter((field) => field.startsWith('not.') === (prefix !== '')).map((field) => [
    field.slice(prefix.length),
    FILTERS[field],
  ]);
}

type Optional<S extends z.ZodMiniType> = z.ZodMiniOptional<S>;
function fieldsIn(prefix: ''): { [F in FilterName]: Optional<Rows[F]['schema']> };
function fieldsIn(prefix: 'not.'): { [N in NegationName]: Optional<Rows[`not.${N}`]['schema']> };
function fieldsIn(prefix: '' | 'not.'): Readonly<Record<string, z.ZodMiniType>> {
  return Object.fromEntries(filtersIn(prefix).map(([name, { schema }]) => [name, z.optional(schema)]));
}

/** Filters of a list of merge requests, by their API names. The available filters depend on the list. */
export const queryFiltersSchema = z.strictObject({
  ...fieldsIn(''),
  not: z.optional(z.strictObject(fieldsIn('not.'))),
});
export type QueryFilters = z.infer<typeof queryFiltersSchema>;

/** Returns the filters that are set, with their values, in the order of the table. */
export function filterEntries({
  not = {},
  ...plain
}: QueryFilters): readonly (readonly [field: FilterField, value: unknown])[] {
  const negated = Object.entries(not).map(([name, value]) => [`not.${name}`, value] as const);
  const values = new Map<string, unknown>([...Object.entries(plain), ...negated]);
  return FILTER_FIELDS.map((field) => [field, values.get(field)] as const).filter(
    ([, value]) => value !== undefined,
  );
}
