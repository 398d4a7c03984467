import type { CallOptions, Client } from '../api/client';
import { getMergeRequest } from '../api/endpoints/merge-requests';
import { systemClock, type Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { sameValue } from '../base/same-value';
import { queryId, type MergeRequestQuery } from '../domain/merge-request-query';
import { isChecking } from '../domain/merge-status';
import type { MergeRequest } from '../schemas/merge-request';
import { Holds } from './holds';
import { mergeRequestId, type MergeRequestKey } from './keys';
import { forgotten, type Known } from './merge-request-known';
import { isLater, MergeRequestList } from './merge-request-list';
import { readPart, type MergeRequestParts, type PartName } from './merge-request-parts';
import type { Pace } from './poller';
import { SharedFlight } from './shared-flight';

/** What is known anew: a list has other rows, or a merge request or one of its parts tells other facts. */
export type MergeRequestsChange =
  | { readonly kind: 'list'; readonly list: string }
  | { readonly kind: 'merge-request'; readonly key: MergeRequestKey };

/** Lists and merge requests that nobody holds are forgotten above so many. */
const MOST_KEPT = 60;
/** A list that is held is read again after so long, and the more are held, the later. */
const LIST_MS = 5 * 60_000;
const EACH_LIST_MS = 60_000;

/**
 * Lists of merge requests and single ones, as they were read last. Asks for nothing by itself: `look` reads what
 * somebody holds.
 */
export class MergeRequests implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #lists = new Map<string, MergeRequestList>();
  readonly #known = new Map<string, Known>();
  readonly #heldLists = new Holds<MergeRequestQuery>(queryId);
  readonly #held = new Holds<MergeRequestKey>(mergeRequestId);
  readonly #flights = new SharedFlight<string, void>();
  readonly #changed = new Emitter<readonly MergeRequestsChange[]>();
  /** Changes with each account: answers of the one before count no more. */
  #era = 0;
  #requests = 0;

  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client, clock: Pick<Clock, 'now'> = systemClock) {
    this.#clientFor = clientFor;
    this.#clock = clock;
  }

  /** Requests that looks took so far. */
  get requests(): number {
    return this.#requests;
  }

  /** A list, read where it is not known yet. */
  async list(query: MergeRequestQuery, options?: CallOptions): Promise<MergeRequestList> {
    const list = this.#listOf(query);
    if (!list.loaded) await this.refreshList(query, options);
    return list;
  }

  peekList(query: MergeRequestQuery): MergeRequestList | undefined {
    const list = this.#lists.get(queryId(query));
    return list?.loaded === true ? list : undefined;
  }

  refreshList(query: MergeRequestQuery, options?: CallOptions): Promise<void> {
    return this.#inList('refresh', query, options, (list, client, given) => list.refresh(client, given));
  }

  loadMore(query: MergeRequestQuery, options?: CallOptions): Promise<void> {
    return this.#inList('more', query, options, (list, client, given) => list.loadMore(client, given));
  }

  /** The single form, read where it is not known yet. */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequest> {
    return this.#known.get(mergeRequestId(key))?.detail ?? this.refresh(key, options);
  }

  /** What is known of a merge request, from itself or from a list: whichever was told later. */
  peek(key: MergeRequestKey): MergeRequest | undefined {
    const known = this.#known.get(mergeRequestId(key))?.detail;
    for (const list of this.#lists.values()) {
      if (list.query.place.base !== key.base) continue;
      const found = list.find(key);
      if (found === undefined) continue;
      if (known === undefined) return found;
      if (isLater(found, known)) return { ...known, ...found };
    }
    return known;
  }

  /** True where the single form is known, not only what a list tells. */
  isRead(key: MergeRequestKey): boolean {
    return this.#known.get(mergeRequestId(key))?.detail !== undefined;
  }

  /** Reads the single form, which also makes the server find out whether it can be merged (doc 2 §3). */
  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<MergeRequest> {
    const era = this.#era;
    const known = this.#knownOf(key);
    const turn = ++known.asked;
    this.#requests++;
    const detail = await this.#clientFor(key.base).call(
      getMergeRequest,
      {
        id: key.project,
        merge_request_iid: key.iid,
        include_diverged_commits_count: true,
        include_rebase_in_progress: true,
      },
      options,
    );
    if (era !== this.#era) return detail;
    // Overtaken by a later answer, such as that of a write.
    if (turn < (known.told.get('detail') ?? 0)) return known.detail ?? detail;
    known.told.set('detail', turn);
    this.#learn(key, detail);
    return detail;
  }

  /** A part, read where it is not known yet; undefined where the server does not have it. */
  async part<K extends PartName>(
    key: MergeRequestKey,
    name: K,
    options?: CallOptions,
  ): Promise<MergeRequestParts[K] | undefined> {
    const { parts } = this.#knownOf(key);
    return parts.has(name) ? this.peekPart(key, name) : this.refreshPart(key, name, options);
  }

  peekPart<K extends PartName>(key: MergeRequestKey, name: K): MergeRequestParts[K] | undefined {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a map cannot say that each name has its own type
    return this.#known.get(mergeRequestId(key))?.parts.get(name) as MergeRequestParts[K] | undefined;
  }

  /** True where a part was read, also where the server does not have it. */
  hasPart(key: MergeRequestKey, name: PartName): boolean {
    return this.#known.get(mergeRequestId(key))?.parts.has(name) === true;
  }

  async refreshPart<K extends PartName>(
    key: MergeRequestKey,
    name: K,
    options?: CallOptions,
  ): Promise<MergeRequestParts[K] | undefined> {
    const era = this.#era;
    const known = this.#knownOf(key);
    const turn = ++known.asked;
    this.#requests++;
    const part = await readPart(name, this.#clientFor(key.base), key, options);
    if (era !== this.#era || turn < (known.told.get(name) ?? 0)) return part;
    known.told.set(name, turn);
    const { parts } = this.#knownOf(key);
    const isNew = !parts.has(name) || !sameValue(parts.get(name), part);
    parts.set(name, part);
    if (isNew) this.#fire([{ kind: 'merge-request', key }]);
    return part;
  }

  /** Takes over what a server answered a write, or a read of somebody else, with. */
  took(key: MergeRequestKey, mergeRequest: MergeRequest): void {
    const known = this.#knownOf(key);
    known.told.set('detail', ++known.asked);
    this.#learn(key, mergeRequest);
  }

  #learn(key: MergeRequestKey, mergeRequest: MergeRequest): void {
    const known = this.#knownOf(key);
    const before = known.detail;
    // The answer to a write leaves out what only a parameter brings.
    known.detail = { ...before, ...mergeRequest };
    const lists = [...this.#lists.values()].filter((list) => list.take(mergeRequest));
    const isNew = before === undefined || !sameValue(before, known.detail);
    this.#fire([
      ...(isNew ? [{ kind: 'merge-request', key } as const] : []),
      ...lists.map(({ id }): MergeRequestsChange => ({ kind: 'list', list: id })),
    ]);
  }

  /** Forgets parts, so that who shows them reads them again: an action has changed them. */
  outdated(key: MergeRequestKey, ...names: readonly PartName[]): void {
    const known = this.#known.get(mergeRequestId(key));
    if (known === undefined) return;
    for (const name of names) known.parts.delete(name);
    this.#fire([{ kind: 'merge-request', key }]);
  }

  /** Reads the lists that are shown again: what was done may have taken it out of one and put it into another. */
  async relist({ base }: MergeRequestKey): Promise<void> {
    const lists = this.#heldLists.all().filter(({ place }) => place.base === base);
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
    const known = this.#known.get(mergeRequestId(key));
    // An answer that is still on its way does not bring it back.
    known?.told.set('detail', ++known.asked);
    this.#known.delete(mergeRequestId(key));
    const lists = [...this.#lists.values()].filter((list) => list.drop(key));
    this.#fire([
      { kind: 'merge-request', key },
      ...lists.map(({ id }): MergeRequestsChange => ({ kind: 'list', list: id })),
    ]);
  }

  /** Keeps a list fresh as long as it is held. */
  holdList(query: MergeRequestQuery): Disposable {
    return this.#heldLists.hold(query);
  }

  /** Keeps a merge request and the parts of it that were read fresh as long as it is held. */
  hold(key: MergeRequestKey): Disposable {
    return this.#held.hold(key);
  }

  /** Reads all that is held: the lists one by one, of merge requests those that move and, where asked to, all. */
  async look(options: CallOptions, all: boolean): Promise<void> {
    const keys = this.#held.all().filter((key) => all || this.#moves(key) || this.#isBehind(key));
    const outcomes = await Promise.allSettled([
      ...this.#heldLists
        .all()
        .filter((query) => all || this.#isDue(query))
        .map((query) => this.refreshList(query, options)),
      ...keys.map((key) => this.#refreshAll(key, options)),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  pace(): Pace {
    return this.#held.all().some((key) => this.#moves(key)) ? 'live' : 'idle';
  }

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#era++;
    const changes: readonly MergeRequestsChange[] = [
      ...[...this.#lists.keys()].map((list) => ({ kind: 'list', list }) as const),
      ...[...this.#known.values()].map(({ key }) => ({ kind: 'merge-request', key }) as const),
    ];
    this.#lists.clear();
    this.#known.clear();
    this.#fire(changes);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #refreshAll(key: MergeRequestKey, options: CallOptions): Promise<void> {
    const { parts } = this.#knownOf(key);
    await Promise.all([
      this.refresh(key, options),
      ...[...parts.keys()].map((name) => this.refreshPart(key, name, options)),
    ]);
  }

  /** However many lists are held, together they take at most one request a minute while nothing else happens. */
  #isDue(query: MergeRequestQuery): boolean {
    const rest = Math.max(LIST_MS, this.#heldLists.all().length * EACH_LIST_MS);
    return this.#clock.now() - this.#listOf(query).readAt >= rest;
  }

  /** True where the single form is not known, or a list tells that it changed since. */
  #isBehind(key: MergeRequestKey): boolean {
    const detail = this.#known.get(mergeRequestId(key))?.detail;
    return detail === undefined || this.peek(key) !== detail;
  }

  #moves(key: MergeRequestKey): boolean {
    const detail = this.#known.get(mergeRequestId(key))?.detail;
    return detail !== undefined && (isChecking(detail) || detail.rebase_in_progress);
  }

  #listOf(query: MergeRequestQuery): MergeRequestList {
    const id = queryId(query);
    const list = this.#lists.get(id) ?? new MergeRequestList(query);
    this.#lists.delete(id);
    this.#lists.set(id, list);
    for (const old of this.#lists.keys()) {
      if (this.#lists.size <= MOST_KEPT) break;
      if (old !== id && !this.#heldLists.has(old)) this.#lists.delete(old);
    }
    return list;
  }

  #knownOf(key: MergeRequestKey): Known {
    const id = mergeRequestId(key);
    const known = this.#known.get(id) ?? forgotten(key);
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      if (old !== id && !this.#held.has(old)) this.#known.delete(old);
    }
    return known;
  }

  #flightOf(what: 'refresh' | 'more', query: MergeRequestQuery): string {
    return `${this.#era} ${what} ${queryId(query)}`;
  }

  async #inList(
    what: 'refresh' | 'more',
    query: MergeRequestQuery,
    options: CallOptions | undefined,
    read: (list: MergeRequestList, client: Client, options: CallOptions) => Promise<void>,
  ): Promise<void> {
    const era = this.#era;
    const list = this.#listOf(query);
    const flight = async (signal: AbortSignal): Promise<void> => {
      const before = { items: list.items, hasMore: list.hasMore, total: list.total, loaded: list.loaded };
      this.#requests++;
      await read(list, this.#clientFor(query.place.base), { ...options, signal });
      list.readAt = this.#clock.now();
      const { items, hasMore, total, loaded } = list;
      if (era !== this.#era || sameValue(before, { items, hasMore, total, loaded })) return;
      this.#fire([{ kind: 'list', list: list.id }]);
    };
    await this.#flights.run(this.#flightOf(what, query), flight, options?.signal);
  }

  #fire(changes: readonly MergeRequestsChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }
}
