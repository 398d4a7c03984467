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

/** What is known anew: a list has other rows, or a merge request or one of its parts tells other facts. */
export type MergeRequestsChange =
  | { readonly kind: 'list'; readonly list: string }
  | { readonly kind: 'merge-request'; readonly key: MergeRequestKey };

/**
 * Cached lists of merge requests, and cached merge requests. Sends requests only when asked; `poll` refreshes what is
 * retained.
 */
export class MergeRequests implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #lists: MergeRequestLists;
  readonly #known: KnownMergeRequests;
  /** Changes of lists that are reported together with the merge request that changed them. */
  #changedLists: readonly string[] = [];
  readonly #flights = new SharedFlight<string, void>();
  readonly #changed = new Emitter<readonly MergeRequestsChange[]>();
  #requests = 0;

  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client, clock: Pick<Clock, 'now'> = systemClock) {
    this.#clientFor = clientFor;
    this.#clock = clock;
    this.#lists = new MergeRequestLists((base, row) => this.#known.detail({ base, ...row }));
    this.#known = new KnownMergeRequests((mergeRequest) => {
      this.#changedLists = [...this.#changedLists, ...this.#lists.take(mergeRequest)];
    });
    this.#known.onDidChange((key) => {
      this.#fire([{ kind: 'merge-request', key }, ...this.#takeChangedLists()]);
    });
  }

  /** Requests that looks took so far. */
  get requests(): number {
    return this.#requests;
  }

  /** A list, read where it is not known yet. */
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

  /** The single form, read where it is not known yet. */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequest> {
    return this.#known.detail(key) ?? this.refresh(key, options);
  }

  /** What is known of a merge request, from itself or from a list: whichever was told later. */
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

  /** Whether it could be merged when the server knew that last, as far as lists told. */
  settledOf(key: MergeRequestKey): SettledStatus | undefined {
    return this.#lists.settledOf(key);
  }

  /** True where the single form is known, not only what a list tells. */
  isRead(key: MergeRequestKey): boolean {
    return this.#known.detail(key) !== undefined;
  }

  /**
   * Reads the single form, which also makes the server find out whether it can be merged
   * (server-behavior.md#merge-check).
   */
  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequest> {
    this.#requests++;
    const detail = await this.#known.readDetail(key, this.#clientFor(key.base), options);
    this.#fire(this.#takeChangedLists());
    return detail;
  }

  /** A part, read where it is not known yet; undefined where the server does not have it. */
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

  /** True where a part was read, also where the server does not have it. */
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

  /** Takes over what a server answered a write, or a read of somebody else, with. */
  apply(key: MergeRequestKey, mergeRequest: MergeRequest): void {
    this.#known.apply(key, mergeRequest);
    this.#fire(this.#takeChangedLists());
  }

  /** Forgets parts, so that who shows them reads them again: an action has changed them. */
  outdated(key: MergeRequestKey, ...names: readonly MergeRequestPart[]): void {
    this.#known.forgetParts(key, names);
    this.#fire([{ kind: 'merge-request', key }]);
  }

  /** Reads the lists that are shown again: what was done may have taken it out of one and put it into another. */
  async reloadLists({ base }: MergeRequestKey): Promise<void> {
    const lists = this.#lists.shown.filter(({ place }) => place.base === base);
    await Promise.allSettled(
      lists.map(async (query) => {
        // One that is under way may have been answered before it was done.
        await this.#flights.ended(this.#flightOf('refresh', query));
        await this.refreshList(query);
      }),
    );
  }

  /** It was deleted: it is in no list any more. */
  deleted(key: MergeRequestKey): void {
    this.#known.forget(key);
    this.#fire([{ kind: 'merge-request', key }, ...listChanges(this.#lists.drop(key))]);
  }

  /** Keeps a list fresh as long as it is held. */
  retainList(query: MergeRequestQuery): Disposable {
    return this.#lists.retain(query);
  }

  /** Keeps a merge request and the parts of it that were read fresh as long as it is held. */
  retain(key: MergeRequestKey): Disposable {
    return this.#known.retain(key);
  }

  /**
   * Reads all that is held: the lists one by one, of merge requests those that move and, where asked to, all. Then
   * closed lists are read too: their rows show how many they have.
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

  /** Everything may be another one's: the account changed. */
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
  }

  async #refreshAll(key: MergeRequestKey, options: CallOptions): Promise<void> {
    await Promise.all([
      this.refresh(key, options),
      ...this.#known.partsOf(key).map((name) => this.refreshPart(key, name, options)),
    ]);
  }

  /** True where the single form is not known, or a list tells that it changed since. */
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

  #flightOf(what: 'refresh' | 'more', query: MergeRequestQuery): string {
    return `${this.#known.generation} ${what} ${queryId(query)}`;
  }

  async #inList(
    what: 'refresh' | 'more',
    query: MergeRequestQuery,
    options: CallOptions | undefined,
    read: (list: MergeRequestList, client: Client, options: CallOptions) => Promise<void>,
  ): Promise<void> {
    const { generation } = this.#known;
    const list = this.#lists.of(query);
    const flight = async (signal: AbortSignal): Promise<void> => {
      const before = { items: list.items, hasMore: list.hasMore, total: list.total, loaded: list.loaded };
      this.#requests++;
      await read(list, this.#clientFor(query.place.base), { ...options, signal });
      list.readAt = this.#clock.now();
      const { items, hasMore, total, loaded } = list;
      if (generation !== this.#known.generation || deepEqual(before, { items, hasMore, total, loaded }))
        return;
      this.#fire([{ kind: 'list', list: list.id }]);
    };
    await this.#flights.run(this.#flightOf(what, query), flight, options?.signal);
  }

  #fire(changes: readonly MergeRequestsChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }
}

const listChanges = (lists: readonly string[]): readonly MergeRequestsChange[] =>
  lists.map((list) => ({ kind: 'list', list }));
