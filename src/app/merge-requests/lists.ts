import type { Disposable } from '../../base/disposable';
import { LruMap } from '../../base/lru-map';
import type { SettledStatus } from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import { RefCounts } from '../shared/ref-counts';
import { MergeRequestList } from './list';

/** Lists that nobody holds are forgotten above so many. */
const MAX_KEPT = 60;
/** Lists that were opened and closed again still show how many they have: so many of them are kept true. */
const MAX_CLOSED = 8;
/** A list that is held is read again after so long, and the more there are, the later. */
const LIST_MS = 5 * 60_000;
const EACH_LIST_MS = 60_000;
/** One that is closed only shows a number: it is read again after so many times as long. */
const CLOSED_TIMES = 3;

type DetailOf = (base: string, row: Pick<MergeRequestKey, 'project' | 'iid'>) => MergeRequest | undefined;

/** The lists that a store knows, and which of them are to be read again. It asks for nothing itself. */
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

  /** The list, made where there is none. */
  of(query: MergeRequestQuery): MergeRequestList {
    const id = queryId(query);
    const detailOf = this.#detailOf.bind(undefined, query.place.base);
    const list = this.#lists.get(id) ?? new MergeRequestList(query, detailOf);
    this.#lists.set(id, list);
    return list;
  }

  /** Undefined for one that was not read yet. */
  peek(query: MergeRequestQuery): MergeRequestList | undefined {
    const list = this.#lists.peek(queryId(query));
    return list?.loaded === true ? list : undefined;
  }

  on(base: string): readonly MergeRequestList[] {
    return this.#lists.values().filter(({ query }) => query.place.base === base);
  }

  /** Lists that are shown, open or closed. */
  get shown(): readonly MergeRequestQuery[] {
    return [...this.#held.all(), ...this.#closed()];
  }

  /**
   * Lists that are to be read again. However many are shown, together they take at most one request a minute while
   * nothing else happens. While none is open, nothing is read.
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

  /** True while the server is expected to find out soon whether rows of an open list can be merged. */
  get isAwaited(): boolean {
    return this.#held.all().some((query) => this.#recheckAfter(query) !== undefined);
  }

  /** Whether a merge request could be merged when the server knew that last. */
  settledOf(key: MergeRequestKey): SettledStatus | undefined {
    for (const list of this.#lists.values()) {
      const settled = list.query.place.base === key.base ? list.settledOf(key) : undefined;
      if (settled !== undefined) return settled;
    }
    return undefined;
  }

  /** Takes over what is known anew of one; the ids of the lists that tell something else then. */
  take(mergeRequest: MergeRequest): readonly string[] {
    return this.#changedBy((list) => list.take(mergeRequest));
  }

  /** Takes one out that is gone. */
  drop(key: MergeRequestKey): readonly string[] {
    return this.#changedBy((list) => list.drop(key));
  }

  /** Forgets closed lists whose numbers are not kept true: no number is shown rather than a wrong one. */
  forgetOthers(): readonly string[] {
    const shown = new Set(this.shown.map(queryId));
    const others = this.#lists.entries().filter(([id, { loaded }]) => loaded && !shown.has(id));
    for (const [id] of others) this.#lists.delete(id);
    return others.map(([id]) => id);
  }

  /** Forgets all; what was known. */
  clear(): readonly string[] {
    const ids = this.#lists.entries().map(([id]) => id);
    this.#lists.clear();
    return ids;
  }

  /** Those that were closed last. */
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
