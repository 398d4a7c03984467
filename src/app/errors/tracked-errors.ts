import type { CallOptions, Client } from '../../api/client';
import { orUndefined } from '../../base/background';
import type { Clock } from '../../base/clock';
import { deepEqual } from '../../base/deep-equal';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { type ErrorPlace, errorPlaceId, trackedErrorId, type TrackedErrorKey } from '../shared/error-keys';
import { KeyedResource } from '../shared/keyed-resource';
import {
  type ErrorListParams,
  type ErrorPage,
  readError,
  readErrors,
  readSettings,
  type TrackedError,
  type TrackedErrorDetail,
  type TrackingSettings,
} from './calls';

/** The known errors of a project. */
export interface ErrorList extends ErrorPage {
  /** Undefined if they couldn't be read. */
  readonly settings: TrackingSettings | undefined;
}

export interface TrackedErrorsDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  /** The user's filter. */
  readonly filter: { readonly current: ErrorListParams; readonly onDidChange: Event<unknown> };
}

/** Milliseconds between refreshes of a list: initially, and after `SOON_FOR_MS` without user action. */
const SOON_MS = 60_000;
const LATER_MS = 5 * 60_000;
const SOON_FOR_MS = 10 * 60_000;
/** Maximum number of cached projects, in addition to retained ones. */
const MAX_KEPT = 20;
const MAX_DETAILS = 200;
/** Maximum number of pages that a refresh reads again. Further ones must be loaded again. */
const MAX_PAGES_AGAIN = 5;

interface Known {
  readonly list: ErrorList;
  /** Number of pages in the list. */
  readonly pages: number;
  readonly readAt: number;
}

/** Errors of projects, read when they are first needed. Retained lists are refreshed. */
export class TrackedErrors implements Disposable {
  readonly #deps: TrackedErrorsDeps;
  readonly #known = new KeyedResource<ErrorPlace, Known>({
    idOf: errorPlaceId,
    serverOf: ({ base }) => this.#deps.clientFor(base),
    max: MAX_KEPT,
    isSame: (before, after) => deepEqual(before?.list, after.list),
  });
  readonly #details = new LruMap<string, TrackedErrorDetail>(MAX_DETAILS);
  readonly #changed = new Emitter<ErrorPlace>();
  readonly #subscriptions = new DisposableStore();
  #requests = 0;
  #attendedAt: number;

  readonly onDidChange = this.#changed.event;

  constructor(deps: TrackedErrorsDeps) {
    this.#deps = deps;
    this.#attendedAt = deps.clock.now();
    // Each search, order, and account has separate lists.
    this.#subscriptions.add(deps.filter.onDidChange(this.#known.clear.bind(this.#known)));
    this.#subscriptions.add(this.#known.onDidChange(this.#changed.fire.bind(this.#changed)));
  }

  /** Number of requests so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Reads the list if it isn't cached. */
  async list(place: ErrorPlace, options?: CallOptions): Promise<ErrorList> {
    return this.peekList(place) ?? this.refresh(place, options);
  }

  peekList(place: ErrorPlace): ErrorList | undefined {
    return this.#known.peek(place)?.list;
  }

  /** The known data of an error: details if they were read, and counts from the list. */
  peek(key: TrackedErrorKey): (TrackedError & Partial<TrackedErrorDetail>) | undefined {
    const listed = this.peekList(key)?.items.find(({ sentryId }) => sentryId === key.error);
    const detail = this.#details.get(trackedErrorId(key));
    return listed === undefined ? detail : { ...detail, ...listed };
  }

  /** Reads the loaded pages again. @throws ApiError if the list can't be read */
  async refresh(place: ErrorPlace, options?: CallOptions): Promise<ErrorList> {
    await this.#known.share(place, (signal) => this.#read(place, { ...options, signal }), options);
    return this.peekList(place) ?? this.refresh(place, options);
  }

  /** Reads the next page, if there is one. */
  async loadMore(place: ErrorPlace, options?: CallOptions): Promise<void> {
    const read = (signal: AbortSignal) => this.#readMore(place, { ...options, signal });
    await this.#known.share(place, read, { name: 'more' });
  }

  /** Reads releases and level of an error in addition to the data in the list. */
  async detail(key: TrackedErrorKey, options: CallOptions = {}): Promise<TrackedErrorDetail | undefined> {
    const { generation } = this.#known;
    this.#requests++;
    const detail = await readError(this.#deps.clientFor(key.base), key, options);
    if (detail === undefined || generation !== this.#known.generation) return detail;
    const id = trackedErrorId(key);
    const isNew = !deepEqual(this.#details.get(id), detail);
    this.#details.set(id, detail);
    if (isNew) this.#changed.fire(key);
    return detail;
  }

  /** Refreshes a list until disposed. */
  retain(place: ErrorPlace): Disposable {
    return this.#known.retain(place);
  }

  /** Records a user action, after which polling is faster. */
  markActive(): void {
    this.#attendedAt = this.#deps.clock.now();
  }

  /**
   * Reads the first page of the retained list that was read least recently, if it is due; with `all`, all
   * retained lists.
   */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    const now = this.#deps.clock.now();
    if (all) this.markActive();
    const rest = now - this.#attendedAt < SOON_FOR_MS ? SOON_MS : LATER_MS;
    const due = this.#known
      .retained()
      .filter((place) => all || now - this.#readAt(place) >= rest)
      .sort((one, other) => this.#readAt(one) - this.#readAt(other));
    const selected = all ? due : due.slice(0, 1);
    await Promise.all(
      selected.map((place) =>
        all
          ? this.refresh(place, options)
          : this.#known.share(place, (signal) => this.#readFirst(place, { ...options, signal }), {
              name: 'first',
              signal: options.signal,
            }),
      ),
    );
  }

  /** Removes everything, because the account changed. */
  clear(): void {
    this.#details.clear();
    this.#known.clear();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#known.dispose();
    this.#changed.dispose();
  }

  #readAt(place: ErrorPlace): number {
    return this.#known.peek(place)?.readAt ?? 0;
  }

  async #page(place: ErrorPlace, after: string | undefined, options: CallOptions): Promise<ErrorPage> {
    this.#requests++;
    const question = { ...this.#deps.filter.current, after };
    return readErrors(this.#deps.clientFor(place.base), place, question, options);
  }

  /** Reads the settings, and the loaded pages. */
  async #read(place: ErrorPlace, options: CallOptions): Promise<void> {
    const wanted = Math.min(this.#known.peek(place)?.pages ?? 1, MAX_PAGES_AGAIN);
    await this.#known.read(
      place,
      () => this.#pages(place, wanted, options),
      (read) => ({ ...read, readAt: this.#deps.clock.now() }),
    );
  }

  async #pages(place: ErrorPlace, wanted: number, options: CallOptions): Promise<Omit<Known, 'readAt'>> {
    this.#requests++;
    const [settings, first] = await Promise.all([
      // The list is sufficient; settings only add information.
      orUndefined(readSettings(this.#deps.clientFor(place.base), place, options)),
      this.#page(place, undefined, options),
    ]);
    let page = first;
    let pages = 1;
    while (pages < wanted && page.cursor !== undefined) {
      page = joined(page.items, await this.#page(place, page.cursor, options));
      pages++;
    }
    return { list: { ...page, settings }, pages };
  }

  async #readFirst(place: ErrorPlace, options: CallOptions): Promise<void> {
    await this.#known.read(
      place,
      () => this.#page(place, undefined, options),
      (first, before) => ({ ...withFirst(before, first), readAt: this.#deps.clock.now() }),
    );
  }

  async #readMore(place: ErrorPlace, options: CallOptions): Promise<void> {
    const { generation } = this.#known;
    const cursor = this.peekList(place)?.cursor;
    if (cursor === undefined) return;
    const page = await this.#page(place, cursor, options);
    if (generation !== this.#known.generation || this.peekList(place)?.cursor !== cursor) return;
    this.#known.apply(place, ({ list, pages, readAt }) => ({
      list: { ...list, ...joined(list.items, page) },
      pages: pages + 1,
      readAt,
    }));
  }
}

/** Replaces the first page, and preserves the following ones. */
function withFirst(before: Known | undefined, first: ErrorPage): Omit<Known, 'readAt'> {
  const settings = before?.list.settings;
  if (before === undefined || before.pages <= 1 || first.cursor === undefined)
    return { list: { ...first, settings }, pages: 1 };
  const { items } = joined(first.items, before.list);
  return { list: { ...first, items, cursor: before.list.cursor, settings }, pages: before.pages };
}

/** Appends a page without duplicates. */
function joined(before: readonly TrackedError[], page: ErrorPage): ErrorPage {
  const known = new Set(before.map(({ sentryId }) => sentryId));
  return { ...page, items: [...before, ...page.items.filter(({ sentryId }) => !known.has(sentryId))] };
}
