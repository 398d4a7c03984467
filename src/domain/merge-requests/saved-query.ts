import type { FilterFault } from './check-filters';
import type { MergeRequestQuery } from './query';

/** Which settings hold a query: those that the workspace shares, or the person's own. */
export const QUERY_HOMES = ['workspace', 'user'] as const;
export type QueryHome = (typeof QUERY_HOMES)[number];

/** A question for merge requests under a name. Plain data. */
export interface SavedQuery extends MergeRequestQuery {
  /** Stays the same while its name and its home do. */
  readonly id: string;
  readonly name: string;
  readonly home: QueryHome;
}

/** Why an entry of the setting cannot be asked. Sentences for people are made elsewhere. */
export type EntryFault =
  /** The setting is no list at all. */
  | { readonly kind: 'no-list' }
  /** It has another form than a query; `path` says where, such as `filters.state`. */
  | { readonly kind: 'shape'; readonly path: string }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'two-places' }
  | { readonly kind: 'same-name' }
  | { readonly kind: 'filters'; readonly faults: readonly FilterFault[] };

/** An entry of the setting: a query, or what does not fit. Neither is lost. */
export type SavedEntry =
  | { readonly kind: 'query'; readonly query: SavedQuery }
  | {
      readonly kind: 'broken';
      readonly id: string;
      readonly home: QueryHome;
      /** As it stands in the setting; undefined where that has none. */
      readonly name: string | undefined;
      readonly fault: EntryFault;
      /** What can be read of it nevertheless, to be mended. */
      readonly query: SavedQuery | undefined;
    };

export const idOf = (entry: SavedEntry): string => (entry.kind === 'query' ? entry.query.id : entry.id);
export const homeOf = (entry: SavedEntry): QueryHome =>
  entry.kind === 'query' ? entry.query.home : entry.home;
/** As it stands in the setting; undefined where that has none. */
export const savedQueryName = (entry: SavedEntry): string | undefined =>
  entry.kind === 'query' ? entry.query.name : entry.name;

/** What is to be saved. */
export type QueryDraft = Pick<SavedQuery, 'name' | 'place' | 'filters'>;

/** Thrown where the setting cannot take a query. */
export class QueryNotSaved extends Error {
  override readonly name = 'QueryNotSaved';
  readonly reason: 'name-taken' | 'no-list' | 'gone';
  constructor(reason: 'name-taken' | 'no-list' | 'gone') {
    super(`the query was not saved: ${reason}`);
    this.reason = reason;
  }
}
