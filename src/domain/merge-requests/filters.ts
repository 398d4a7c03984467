import type { QueryFilters } from '../../schemas/merge-request-query';
import type { QueryPlace } from './query';

/** Where a list is asked: the host, a group or a project (server-behavior.md#lists-of-merge-requests). */
export type PlaceKind = QueryPlace['kind'];

/** What a filter's value is. Lists are of texts or of whole numbers; dates are ISO 8601. */
export type FilterKind = 'text' | 'number' | 'texts' | 'numbers' | 'date' | 'choice' | 'choices' | 'flag';

/** What else is documented: where a filter works at all. */
export type FilterNote = 'paid' | 'approved-flag' | 'merge-user-flag';

/** A filter of a list of merge requests as a row of data (server-behavior.md#list-filters). */
export interface Filter {
  readonly kind: FilterKind;
  readonly places: readonly PlaceKind[];
  /** True where `None` and `Any` may stand in the place of a value. */
  readonly words?: true;
  /** The only values, where they are documented. */
  readonly values?: readonly string[];
  /** The filter that may not be given together with this one. */
  readonly excludes?: FilterName;
  /** The later end of the span of time that this filter begins. */
  readonly until?: FilterName;
  /** The most values that a list may have. */
  readonly most?: number;
  /** True where several values are sent in one, joined by commas: none may hold a comma itself. */
  readonly joined?: true;
  readonly note?: FilterNote;
}

export type FilterName = Exclude<keyof QueryFilters, 'not'>;
export type NegationName = keyof NonNullable<QueryFilters['not']>;
/** A filter, or one within the hash of what must not be so. */
export type FilterField = FilterName | `not.${NegationName}`;

const ALL = ['host', 'group', 'project'] as const;
const YES_NO = ['yes', 'no'] as const;

/** All filters but those that only shape the answer (`view`, `with_…`, pages). In the order of the documentation. */
export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  approved_by_ids: {
    kind: 'numbers',
    places: ALL,
    words: true,
    most: 5,
    excludes: 'approved_by_usernames',
    note: 'paid',
  },
  approved_by_usernames: {
    kind: 'texts',
    places: ['group'],
    words: true,
    most: 5,
    excludes: 'approved_by_ids',
    note: 'paid',
  },
  approver_ids: { kind: 'numbers', places: ALL, words: true, note: 'paid' },
  approved: { kind: 'choice', places: ALL, values: YES_NO, note: 'approved-flag' },
  assignee_id: { kind: 'number', places: ALL, words: true },
  author_id: { kind: 'number', places: ALL, excludes: 'author_username' },
  author_username: { kind: 'text', places: ALL, excludes: 'author_id' },
  created_after: { kind: 'date', places: ALL, until: 'created_before' },
  created_before: { kind: 'date', places: ALL },
  deployed_after: { kind: 'date', places: ['host'], until: 'deployed_before' },
  deployed_before: { kind: 'date', places: ['host'] },
  environment: { kind: 'text', places: ['host', 'project'] },
  iids: { kind: 'numbers', places: ['project'] },
  in: { kind: 'choices', places: ['host'], values: ['title', 'description'], joined: true },
  labels: { kind: 'texts', places: ALL, words: true, joined: true },
  merge_user_id: {
    kind: 'number',
    places: ALL,
    excludes: 'merge_user_username',
    note: 'merge-user-flag',
  },
  merge_user_username: { kind: 'text', places: ALL, excludes: 'merge_user_id', note: 'merge-user-flag' },
  milestone: { kind: 'text', places: ALL, words: true },
  my_reaction_emoji: { kind: 'text', places: ALL, words: true },
  non_archived: { kind: 'flag', places: ['group'] },
  order_by: { kind: 'choice', places: ALL, values: ['created_at', 'title', 'updated_at'] },
  reviewer_id: { kind: 'number', places: ALL, words: true, excludes: 'reviewer_username' },
  reviewer_username: { kind: 'text', places: ALL, words: true, excludes: 'reviewer_id' },
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
 * What the hash `not` takes. That a person may be named there in one way only is not stated by the API for the hash;
 * it is for the filters themselves, and both ways at once say nothing more.
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
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the keys of a closed record are its type's
  Object.keys(table) as K[];

export const FILTER_NAMES = namesOf(FILTERS);
export const NEGATION_NAMES = namesOf(NEGATIONS);

/** Words in the place of a value: there is none, there is any (server-behavior.md#list-filters). */
export const WORDS = ['None', 'Any'] as const;
