import { ReasonError } from '../../base/reason-error';
import type { FilterFault } from './check-filters';
import type { MergeRequestQuery } from './query';

/** The settings that contain a query: the workspace settings, which are shared, or the user settings. */
export const QUERY_CONFIGURATION_TARGETS = ['workspace', 'user'] as const;
export type QueryConfigurationTarget = (typeof QUERY_CONFIGURATION_TARGETS)[number];

/** A query for merge requests with a name. Plain data. */
export interface SavedQuery extends MergeRequestQuery {
  /** Stays the same as long as the name and `target` don't change. */
  readonly id: string;
  readonly name: string;
  readonly target: QueryConfigurationTarget;
}

/** Why an entry of the setting can't be used as a query. The messages for users are defined elsewhere. */
export type EntryFault =
  /** The setting isn't a list. */
  | { readonly kind: 'no-list' }
  /** The entry doesn't have the shape of a query; `path` is the invalid property, such as `filters.state`. */
  | { readonly kind: 'shape'; readonly path: string }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'two-places' }
  | { readonly kind: 'same-name' }
  | { readonly kind: 'filters'; readonly faults: readonly FilterFault[] };

/** An entry of the setting: a query, or an invalid entry with its problem. Invalid entries are preserved. */
export type SavedEntry =
  | { readonly kind: 'query'; readonly query: SavedQuery }
  | {
      readonly kind: 'broken';
      readonly id: string;
      readonly target: QueryConfigurationTarget;
      /** The name in the setting, if there is one. */
      readonly name: string | undefined;
      readonly fault: EntryFault;
      /** The readable part of the entry, so that the user can fix it. */
      readonly query: SavedQuery | undefined;
    };

export const idOf = (entry: SavedEntry): string => (entry.kind === 'query' ? entry.query.id : entry.id);
export const configurationTargetOf = (entry: SavedEntry): QueryConfigurationTarget =>
  entry.kind === 'query' ? entry.query.target : entry.target;
/** The name in the setting, if there is one. */
export const savedQueryName = (entry: SavedEntry): string | undefined =>
  entry.kind === 'query' ? entry.query.name : entry.name;

/** The query to be saved. */
export type QueryDraft = Pick<SavedQuery, 'name' | 'place' | 'filters'>;

/** Thrown if a query can't be saved in the setting. The message is the reason; the user sees `notSavedWhy`. */
export class QueryNotSavedError extends ReasonError<'name-taken' | 'no-list' | 'gone'> {
  override readonly name = 'QueryNotSavedError';
  constructor(reason: 'name-taken' | 'no-list' | 'gone') {
    super(reason, reason);
  }
}
