import type { Disposable } from '../../base/disposable';
import { LruMap } from '../../base/lru-map';
import type { SettledStatus } from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import { RefCounts } from '../shared/ref-counts';
import { MergeRequestList } from './list';

/** Maximum number of lists that are cached in addition to the retained ones. */
const MAX_KEPT = 60;
/** Number of recently closed lists that are still refreshed, because their rows show a count. */
const MAX_CLOSED = 8;
/** Minimum milliseconds between refreshes of a retained list, and the additional interval for each list. */
const LIST_MS = 5 * 60_000;
const EACH_LIST_MS = 60_000;
/** Factor for the interval of closed lists, which only show a count. */
const CLOSED_TIMES = 3;

type DetailOf = (base: string, row: Pick<MergeRequestKey, 'project' | 'iid'>) => MergeRequest | undefined;

/** Caches lists and determines which of them are due for a refresh. Sends no requests. */
export class MergeRequestLists {
  readonly #held = new RefCounts<MergeRequestQuery>(queryId);
  readonly #lists = new LruMap<string, MergeRequestList>(MAX_KEPT, { isHeld: (id) => this.#held.has(id) });
  readonly #detailOf: DetailOf;

  constructor(detailOf: DetailOf) {
    this.#detailOf = detailOf;
  }

  retain(query: MergeRequestQuery): Disposable {
    return this.#held.retain(query);
  }

  /** Returns the list; creates it if needed. */
  of(query: MergeRequestQuery): MergeRequestList {
    const id = queryId(query);
    const detailOf = this.#detailOf.bind(undefined, query.place.base);
    const list = this.#lists.get(id) ?? new MergeRequestList(query, detailOf);
    this.#lists.set(id, list);
    return list;
  }

  /** Undefined if the list wasn't read yet. */
  peek(query: MergeRequestQuery): MergeRequestList | undefined {
    const list = this.#lists.peek(queryId(query));
    return list?.loaded === true ? list : undefined;
  }

  on(base: string): readonly MergeRequestList[] {
    return this.#lists.values().filter(({ query }) => query.place.base === base);
  }

  /** Retained lists, and closed lists that still show a count. */
  get shown(): readonly MergeRequestQuery[] {
    return [...this.#held.all(), ...this.#closed()];
  }

  /**
   * Returns the lists that are due for a refresh. The intervals limit all lists together to one request per
   * minute, except while the server checks rows. Returns nothing while no list is retained.
   */
  due(now: number): readonly MergeRequestQuery[] {
    const held = this.#held.all();
    const closed = held.length === 0 ? [] : this.#closed();
    const count = held.length + closed.length / CLOSED_TIMES;
    const rest = Math.max(LIST_MS, Math.ceil(count) * EACH_LIST_MS);
    const isDue = (query: MergeRequestQuery, after: number): boolean => now - this.#readAt(query) >= after;
    return [
      ...held.filter((query) => isDue(query, Math.min(rest, this.#recheckAfter(query) ?? rest))),
      ...closed.filter((query) => isDue(query, rest * CLOSED_TIMES)),
    ];
  }

  /** True while a retained list has rows whose merge check is expected to end soon. */
  get isAwaited(): boolean {
    return this.#held.all().some((query) => this.#recheckAfter(query) !== undefined);
  }

  /** The last known result of a merge request's check. */
  settledOf(key: MergeRequestKey): SettledStatus | undefined {
    for (const list of this.#lists.values()) {
      const settled = list.query.place.base === key.base ? list.settledOf(key) : undefined;
      if (settled !== undefined) return settled;
    }
    return undefined;
  }

  /** Updates rows with newer data. Returns the IDs of the lists that changed. */
  take(mergeRequest: MergeRequest): readonly string[] {
    return this.#changedBy((list) => list.take(mergeRequest));
  }

  /** Removes a merge request. Returns the IDs of the lists that changed. */
  drop(key: MergeRequestKey): readonly string[] {
    return this.#changedBy((list) => list.drop(key));
  }

  /**
   * Removes closed lists that are no longer refreshed, so that no outdated count is shown. Returns their IDs.
   */
  forgetOthers(): readonly string[] {
    const shown = new Set(this.shown.map(queryId));
    const others = this.#lists.entries().filter(([id, { loaded }]) => loaded && !shown.has(id));
    for (const [id] of others) this.#lists.delete(id);
    return others.map(([id]) => id);
  }

  /** Removes all lists. Returns their IDs. */
  clear(): readonly string[] {
    const ids = this.#lists.entries().map(([id]) => id);
    this.#lists.clear();
    return ids;
  }

  /** The most recently used lists that are loaded but not retained. */
  #closed(): readonly MergeRequestQuery[] {
    const closed = this.#lists.entries().filter(([id, { loaded }]) => loaded && !this.#held.has(id));
    return closed.slice(-MAX_CLOSED).map(([, { query }]) => query);
  }

  #readAt(query: MergeRequestQuery): number {
    return this.#lists.peek(queryId(query))?.readAt ?? -Infinity;
  }

  #recheckAfter(query: MergeRequestQuery): number | undefined {
    return this.#lists.peek(queryId(query))?.recheckAfter;
  }

  #changedBy(change: (list: MergeRequestList) => boolean): readonly string[] {
    return this.#lists
      .values()
      .filter(change)
      .map(({ id }) => id);
  }
}
