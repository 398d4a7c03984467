import type { CallOptions, Client } from '../../api/client';
import { type Clock, systemClock } from '../../base/clock';
import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isChecking } from '../../domain/merge-requests/merge-status';
import type { SettledStatus } from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { settleAll } from '../shared/settle-all';
import { SharedFlight } from '../shared/shared-request';
import { KnownMergeRequests } from './known';
import { isLater, type MergeRequestList } from './list';
import { MergeRequestLists } from './lists';
import type { MergeRequestPart, MergeRequestParts } from './parts';

/** A change of a list's rows, or of a merge request or one of its parts. */
export type MergeRequestsChange =
  | { readonly kind: 'list'; readonly list: string }
  | { readonly kind: 'merge-request'; readonly key: MergeRequestKey };

/**
 * Cached lists of merge requests, and cached merge requests. Sends requests only when its methods are called;
 * `poll` refreshes what is retained.
 */
export class MergeRequests implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #lists: MergeRequestLists;
  readonly #known: KnownMergeRequests;
  /** Lists whose change is reported together with the merge request that changed them. */
  #changedLists: readonly string[] = [];
  readonly #flights = new SharedFlight<string, void>();
  readonly #changed = new Emitter<readonly MergeRequestsChange[]>();
  readonly #acted = new Emitter<MergeRequestKey>();
  #requests = 0;

  readonly onDidChange = this.#changed.event;
  /** Fires with a merge request that the user changed here. */
  readonly onDidAct = this.#acted.event;

  constructor(clientFor: (base: string) => Client, clock: Pick<Clock, 'now'> = systemClock) {
    this.#clientFor = clientFor;
    this.#clock = clock;
    this.#lists = new MergeRequestLists((base, row) => this.#known.detail({ base, ...row }));
    this.#known = new KnownMergeRequests(clientFor, (mergeRequest) => {
      this.#changedLists = [...this.#changedLists, ...this.#lists.take(mergeRequest)];
    });
    this.#known.onDidChange((key) => {
      this.#fire([{ kind: 'merge-request', key }, ...this.#takeChangedLists()]);
    });
  }

  /** Number of requests so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Returns a list; reads it if it isn't loaded. */
  async list(query: MergeRequestQuery, options?: CallOptions): Promise<MergeRequestList> {
    const list = this.#lists.of(query);
    if (!list.loaded) await this.refreshList(query, options);
    return list;
  }

  peekList(query: MergeRequestQuery): MergeRequestList | undefined {
    return this.#lists.peek(query);
  }

  refreshList(query: MergeRequestQuery, options?: CallOptions): Promise<void> {
    return this.#inList('refresh', query, options, (list, client, given) => list.refresh(client, given));
  }

  loadMore(query: MergeRequestQuery, options?: CallOptions): Promise<void> {
    return this.#inList('more', query, options, (list, client, given) => list.loadMore(client, given));
  }

  /** Returns the details; reads them if they aren't known. */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequest> {
    return this.#known.detail(key) ?? this.refresh(key, options);
  }

  /** The known data of a merge request, from its details or a list, whichever is later. */
  peek(key: MergeRequestKey): MergeRequest | undefined {
    const known = this.#known.detail(key);
    for (const list of this.#lists.on(key.base)) {
      const found = list.find(key);
      if (found === undefined) continue;
      if (known === undefined) return found;
      if (isLater(found, known)) return { ...known, ...found };
    }
    return known;
  }

  /** The last known result of the merge check, from lists. */
  settledOf(key: MergeRequestKey): SettledStatus | undefined {
    return this.#lists.settledOf(key);
  }

  /** True if the details are known, not only the data of a list. */
  isRead(key: MergeRequestKey): boolean {
    return this.#known.detail(key) !== undefined;
  }

  /**
   * Reads the details, which also makes the server check whether it can be merged
   * (server-behavior.md#merge-check).
   */
  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequest> {
    this.#requests++;
    const detail = await this.#known.readDetail(key, this.#clientFor(key.base), options);
    this.#fire(this.#takeChangedLists());
    return detail;
  }

  /** Returns a part; reads it if it isn't known. Undefined if the server doesn't have it. */
  async part<K extends MergeRequestPart>(
    key: MergeRequestKey,
    name: K,
    options?: CallOptions,
  ): Promise<MergeRequestParts[K] | undefined> {
    return this.hasPart(key, name) ? this.peekPart(key, name) : this.refreshPart(key, name, options);
  }

  peekPart<K extends MergeRequestPart>(key: MergeRequestKey, name: K): MergeRequestParts[K] | undefined {
    return this.#known.part(key, name);
  }

  /** True if a part was read, even if the server doesn't have it. */
  hasPart(key: MergeRequestKey, name: MergeRequestPart): boolean {
    return this.#known.hasPart(key, name);
  }

  async refreshPart<K extends MergeRequestPart>(
    key: MergeRequestKey,
    name: K,
    options?: CallOptions,
  ): Promise<MergeRequestParts[K] | undefined> {
    this.#requests++;
    return this.#known.readPart(key, name, this.#clientFor(key.base), options);
  }

  /** Records that the user changed a merge request, whose rows may then move. */
  acted(key: MergeRequestKey): void {
    this.#acted.fire(key);
  }

  /** Applies a merge request from the response to a write. */
  apply(key: MergeRequestKey, mergeRequest: MergeRequest): void {
    this.acted(key);
    this.#known.apply(key, mergeRequest);
    this.#fire(this.#takeChangedLists());
  }

  /** Discards parts that an action has changed, so that views read them again. */
  outdated(key: MergeRequestKey, ...names: readonly MergeRequestPart[]): void {
    this.#known.forgetParts(key, names);
    this.#fire([{ kind: 'merge-request', key }]);
  }

  /**
   * Refreshes the visible lists of a server: an action may have moved a merge request from one list to
   * another.
   */
  async reloadLists(key: MergeRequestKey): Promise<void> {
    this.acted(key);
    const { base } = key;
    const lists = this.#lists.shown.filter(({ place }) => place.base === base);
    await Promise.allSettled(lists.map((query) => this.refreshList(query)));
  }

  /** Removes a deleted merge request from the cache and all lists. */
  deleted(key: MergeRequestKey): void {
    this.#known.forget(key);
    this.#fire([{ kind: 'merge-request', key }, ...listChanges(this.#lists.drop(key))]);
  }

  /** Makes `poll` refresh a list until the result is disposed. */
  retainList(query: MergeRequestQuery): Disposable {
    return this.#lists.retain(query);
  }

  /** Makes `poll` refresh a merge request and its known parts until the result is disposed. */
  retain(key: MergeRequestKey): Disposable {
    return this.#known.retain(key);
  }

  /**
   * Refreshes retained lists that are due, and retained merge requests that are changing or that a list shows
   * as changed. With `all`, refreshes everything that is retained. Includes closed lists, because their rows
   * show a count.
   */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    const keys = this.#known.retained().filter((key) => all || this.#moves(key) || this.#isBehind(key));
    if (all) this.#fire(listChanges(this.#lists.forgetOthers()));
    const lists = all ? this.#lists.shown : this.#lists.due(this.#clock.now());
    const { failure } = await settleAll([
      ...lists.map((query) => this.refreshList(query, options)),
      ...keys.map((key) => this.#refreshAll(key, options)),
    ]);
    if (failure !== undefined) throw failure;
  }

  pace(): Pace {
    return this.#lists.isAwaited || this.#known.retained().some((key) => this.#moves(key)) ? 'live' : 'idle';
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    const changes: readonly MergeRequestsChange[] = [
      ...listChanges(this.#lists.clear()),
      ...this.#known.forgetAll().map((key) => ({ kind: 'merge-request', key }) as const),
    ];
    this.#fire(changes);
  }

  dispose(): void {
    this.#known.dispose();
    this.#changed.dispose();
    this.#acted.dispose();
  }

  async #refreshAll(key: MergeRequestKey, options: CallOptions): Promise<void> {
    await Promise.all([
      this.refresh(key, options),
      ...this.#known.partsOf(key).map((name) => this.refreshPart(key, name, options)),
    ]);
  }

  /** True if the details aren't known, or if a list contains later data. */
  #isBehind(key: MergeRequestKey): boolean {
    const detail = this.#known.detail(key);
    return detail === undefined || this.peek(key) !== detail;
  }

  #moves(key: MergeRequestKey): boolean {
    const detail = this.#known.detail(key);
    return detail !== undefined && (isChecking(detail) || detail.rebase_in_progress);
  }

  #takeChangedLists(): readonly MergeRequestsChange[] {
    const lists = this.#changedLists;
    this.#changedLists = [];
    return listChanges([...new Set(lists)]);
  }

  async #inList(
    what: 'refresh' | 'more',
    query: MergeRequestQuery,
    options: CallOptions | undefined,
    read: (list: MergeRequestList, client: Client, options: CallOptions) => Promise<void>,
  ): Promise<void> {
    const { generation } = this.#known;
    const list = this.#lists.of(query);
    const client = this.#clientFor(query.place.base);
    const flight = async (signal: AbortSignal): Promise<void> => {
      const before = { items: list.items, hasMore: list.hasMore, total: list.total, loaded: list.loaded };
      this.#requests++;
      await read(list, client, { ...options, signal });
      list.readAt = this.#clock.now();
      const { items, hasMore, total, loaded } = list;
      if (generation !== this.#known.generation || deepEqual(before, { items, hasMore, total, loaded }))
        return;
      this.#fire([{ kind: 'list', list: list.id }]);
    };
    const name = `${generation} ${what} ${queryId(query)}`;
    await this.#flights.run(name, client, flight, options?.signal);
  }

  #fire(changes: readonly MergeRequestsChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }
}

const listChanges = (lists: readonly string[]): readonly MergeRequestsChange[] =>
  lists.map((list) => ({ kind: 'list', list }));
