import type { QueryFilters } from '../../schemas/merge-request-query';
import type { QueryPlace } from './query';

/** The scope of a list: the host, a group, or a project (server-behavior.md#lists-of-merge-requests). */
export type PlaceKind = QueryPlace['kind'];

/** Type of a filter's value. Lists contain strings or integers; dates are ISO 8601. */
export type FilterKind = 'text' | 'number' | 'texts' | 'numbers' | 'date' | 'choice' | 'choices' | 'flag';

/** Documented requirements of a filter: a paid tier or a feature flag. */
export type FilterNote = 'paid' | 'approved-flag' | 'merge-user-flag';

/** Definition of a filter for lists of merge requests (server-behavior.md#list-filters). */
export interface Filter {
  readonly kind: FilterKind;
  readonly places: readonly PlaceKind[];
  /** True if `None` and `Any` are allowed instead of a value. */
  readonly wildcards?: true;
  /** The allowed values, if they are documented. */
  readonly values?: readonly string[];
  /** The filter that can't be combined with this one. */
  readonly excludes?: FilterName;
  /** The filter for the end of the date range that this filter starts. */
  readonly until?: FilterName;
  /** Maximum number of values in a list. */
  readonly most?: number;
  /** True if the values are sent as one comma-separated string, so that no value can contain a comma. */
  readonly joined?: true;
  readonly note?: FilterNote;
}

export type FilterName = Exclude<keyof QueryFilters, 'not'>;
export type NegationName = keyof NonNullable<QueryFilters['not']>;
/** A filter, or a filter inside the `not` hash. */
export type FilterField = FilterName | `not.${NegationName}`;

const ALL = ['host', 'group', 'project'] as const;
const YES_NO = ['yes', 'no'] as const;

/**
 * All filters in the order of the documentation, except the parameters that only affect the format of the
 * response (`view`, `with_…`, paging).
 */
export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  approved_by_ids: {
    kind: 'numbers',
    places: ALL,
    wildcards: true,
    most: 5,
    excludes: 'approved_by_usernames',
    note: 'paid',
  },
  approved_by_usernames: {
    kind: 'texts',
    places: ['group'],
    wildcards: true,
    most: 5,
    excludes: 'approved_by_ids',
    note: 'paid',
  },
  approver_ids: { kind: 'numbers', places: ALL, wildcards: true, note: 'paid' },
  approved: { kind: 'choice', places: ALL, values: YES_NO, note: 'approved-flag' },
  assignee_id: { kind: 'number', places: ALL, wildcards: true },
  author_id: { kind: 'number', places: ALL, excludes: 'author_username' },
  author_username: { kind: 'text', places: ALL, excludes: 'author_id' },
  created_after: { kind: 'date', places: ALL, until: 'created_before' },
  created_before: { kind: 'date', places: ALL },
  deployed_after: { kind: 'date', places: ['host'], until: 'deployed_before' },
  deployed_before: { kind: 'date', places: ['host'] },
  environment: { kind: 'text', places: ['host', 'project'] },
  iids: { kind: 'numbers', places: ['project'] },
  in: { kind: 'choices', places: ['host'], values: ['title', 'description'], joined: true },
  labels: { kind: 'texts', places: ALL, wildcards: true, joined: true },
  merge_user_id: {
    kind: 'number',
    places: ALL,
    excludes: 'merge_user_username',
    note: 'merge-user-flag',
  },
  merge_user_username: { kind: 'text', places: ALL, excludes: 'merge_user_id', note: 'merge-user-flag' },
  milestone: { kind: 'text', places: ALL, wildcards: true },
  my_reaction_emoji: { kind: 'text', places: ALL, wildcards: true },
  non_archived: { kind: 'flag', places: ['group'] },
  order_by: { kind: 'choice', places: ALL, values: ['created_at', 'title', 'updated_at'] },
  reviewer_id: { kind: 'number', places: ALL, wildcards: true, excludes: 'reviewer_username' },
  reviewer_username: { kind: 'text', places: ALL, wildcards: true, excludes: 'reviewer_id' },
  scope: { kind: 'choice', places: ALL, values: ['created_by_me', 'assigned_to_me', 'all'] },
  search: { kind: 'text', places: ALL },
  sort: { kind: 'choice', places: ALL, values: ['asc', 'desc'] },
  source_branch: { kind: 'text', places: ALL },
  state: { kind: 'choice', places: ALL, values: ['all', 'opened', 'closed', 'locked', 'merged'] },
  target_branch: { kind: 'text', places: ALL },
  updated_after: { kind: 'date', places: ALL, until: 'updated_before' },
  updated_before: { kind: 'date', places: ALL },
  wip: { kind: 'choice', places: ['host', 'project'], values: YES_NO },
};

/**
 * Filters that the `not` hash supports. The API documents `excludes` for the top-level filters only, but
 * setting both filters of such a pair in `not` has no use either.
 */
export const NEGATIONS: Readonly<
  Record<NegationName, Pick<Filter, 'kind' | 'joined'> & { readonly excludes?: NegationName }>
> = {
  labels: { kind: 'texts', joined: true },
  milestone: { kind: 'text' },
  author_id: { kind: 'number', excludes: 'author_username' },
  author_username: { kind: 'text', excludes: 'author_id' },
  assignee_id: { kind: 'number', excludes: 'assignee_username' },
  assignee_username: { kind: 'text', excludes: 'assignee_id' },
  reviewer_id: { kind: 'number', excludes: 'reviewer_username' },
  reviewer_username: { kind: 'text', excludes: 'reviewer_id' },
  my_reaction_emoji: { kind: 'text' },
};

const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table).filter((name): name is K => Object.hasOwn(table, name));

export const FILTER_NAMES = namesOf(FILTERS);
export const NEGATION_NAMES = namesOf(NEGATIONS);

/** Special filter values: no value is set, or any value is set (server-behavior.md#list-filters). */
export const WILDCARDS = ['None', 'Any'] as const;
