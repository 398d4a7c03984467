import type { CallOptions, Client } from '../api/client';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { sameValue } from '../base/same-value';
import { errorPlaceId, trackedErrorId, type ErrorPlace, type TrackedErrorKey } from './error-keys';
import { Holds } from './holds';
import { SharedFlight } from './shared-flight';
import {
  readError,
  readErrors,
  readSettings,
  type ErrorPage,
  type ErrorQuestion,
  type TrackedError,
  type TrackedErrorDetail,
  type TrackingSettings,
} from './tracked-error-calls';

/** What is known of the errors of a project. */
export interface ErrorList extends ErrorPage {
  /** Undefined where they could not be asked for. */
  readonly settings: TrackingSettings | undefined;
}

export interface TrackedErrorsPorts {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  /** What a person asks for. */
  readonly filter: { readonly current: ErrorQuestion; readonly onDidChange: Event<unknown> };
}

/** Lists are read again after so many milliseconds; soon at first, later in less of a hurry. */
const SOON_MS = 60_000;
const LATER_MS = 5 * 60_000;
const SOON_FOR_MS = 10 * 60_000;
/** Projects whose errors are kept, unless they are held. */
const MOST_KEPT = 20;
const MOST_DETAILS = 200;
/** A refresh reads so many pages again; what was further down is loaded once more. */
const MOST_PAGES_AGAIN = 5;

interface Known {
  readonly place: ErrorPlace;
  list: ErrorList | undefined;
  /** How many pages the list has. */
  pages: number;
  readAt: number;
}

/** Errors of projects as a server lists them, read when they are first needed. Those that are held are kept fresh. */
export class TrackedErrors implements Disposable {
  readonly #ports: TrackedErrorsPorts;
  readonly #known = new Map<string, Known>();
  readonly #details = new Map<string, TrackedErrorDetail>();
  readonly #held = new Holds<ErrorPlace>(errorPlaceId);
  readonly #flights = new SharedFlight<string, void>();
  readonly #changed = new Emitter<ErrorPlace>();
  readonly #filterMoves: Disposable;
  /** Changes with each account, search and order: answers of before count no more. */
  #era = 0;
  #requests = 0;
  #attendedAt: number;

  readonly onDidChange = this.#changed.event;

  constructor(ports: TrackedErrorsPorts) {
    this.#ports = ports;
    this.#attendedAt = ports.clock.now();
    this.#filterMoves = ports.filter.onDidChange(() => {
      this.#forget();
    });
  }

  /** Counts all requests so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Read where it is not known yet. */
  async list(place: ErrorPlace, options?: CallOptions): Promise<ErrorList> {
    return this.peekList(place) ?? this.refresh(place, options);
  }

  peekList(place: ErrorPlace): ErrorList | undefined {
    return this.#known.get(errorPlaceId(place))?.list;
  }

  /** What is known of one error: its details where they were read, its counts as the list tells them. */
  peek(key: TrackedErrorKey): (TrackedError & Partial<TrackedErrorDetail>) | undefined {
    const listed = this.peekList(key)?.items.find(({ sentryId }) => sentryId === key.error);
    const detail = this.#details.get(trackedErrorId(key));
    return listed === undefined ? detail : { ...detail, ...listed };
  }

  /** Reads what is shown again. @throws ApiError where the list cannot be read */
  async refresh(place: ErrorPlace, options?: CallOptions): Promise<ErrorList> {
    const flight = `${this.#era} ${errorPlaceId(place)}`;
    await this.#flights.run(flight, (signal) => this.#read(place, { ...options, signal }), options?.signal);
    return this.peekList(place) ?? this.refresh(place, options);
  }

  /** Reads the next page; nothing where there is none. */
  async loadMore(place: ErrorPlace, options?: CallOptions): Promise<void> {
    const id = errorPlaceId(place);
    await this.#flights.run(`${this.#era} ${id} more`, (signal) =>
      this.#readMore(place, { ...options, signal }),
    );
  }

  /** Releases and level of one error beside what the list tells. */
  async detail(key: TrackedErrorKey, options: CallOptions = {}): Promise<TrackedErrorDetail | undefined> {
    const era = this.#era;
    this.#requests++;
    const detail = await readError(this.#ports.clientFor(key.base), key, options);
    if (detail === undefined || era !== this.#era) return detail;
    const id = trackedErrorId(key);
    const isNew = !sameValue(this.#details.get(id), detail);
    this.#details.delete(id);
    this.#details.set(id, detail);
    for (const old of this.#details.keys()) if (this.#details.size > MOST_DETAILS) this.#details.delete(old);
    if (isNew) this.#changed.fire(key);
    return detail;
  }

  /** Keeps a list fresh as long as it is held. */
  hold(place: ErrorPlace): Disposable {
    return this.#held.hold(place);
  }

  /** Tells that a person did something: what follows from it is of interest. */
  attend(): void {
    this.#attendedAt = this.#ports.clock.now();
  }

  /** Reads the first page of the held list that was read longest ago, if it is time; with `all`, of all of them. */
  async look(options: CallOptions, all: boolean): Promise<void> {
    const now = this.#ports.clock.now();
    if (all) this.attend();
    const rest = now - this.#attendedAt < SOON_FOR_MS ? SOON_MS : LATER_MS;
    const due = this.#held
      .all()
      .filter((place) => all || now - (this.#known.get(errorPlaceId(place))?.readAt ?? 0) >= rest)
      .sort((one, other) => this.#readAt(one) - this.#readAt(other));
    const taken = all ? due : due.slice(0, 1);
    await Promise.all(
      taken.map((place) =>
        all
          ? this.refresh(place, options)
          : this.#flights.run(
              `${this.#era} ${errorPlaceId(place)} first`,
              (signal) => this.#readFirst(place, { ...options, signal }),
              options.signal,
            ),
      ),
    );
  }

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#details.clear();
    this.#forget();
  }

  dispose(): void {
    this.#filterMoves.dispose();
    this.#changed.dispose();
  }

  #readAt(place: ErrorPlace): number {
    return this.#known.get(errorPlaceId(place))?.readAt ?? 0;
  }

  /** All lists are to be asked for anew. */
  #forget(): void {
    this.#era++;
    const places = [...this.#known.values()].map(({ place }) => place);
    this.#known.clear();
    for (const place of places) this.#changed.fire(place);
  }

  async #page(place: ErrorPlace, after: string | undefined, options: CallOptions): Promise<ErrorPage> {
    this.#requests++;
    return readErrors(this.#ports.clientFor(place.base), place, this.#ports.filter.current, after, options);
  }

  /** Settings, and as many pages as there were. */
  async #read(place: ErrorPlace, options: CallOptions): Promise<void> {
    const era = this.#era;
    const wanted = Math.min(this.#known.get(errorPlaceId(place))?.pages ?? 1, MOST_PAGES_AGAIN);
    this.#requests++;
    const [settings, first] = await Promise.all([
      // What the list tells counts; without settings it is only told less.
      readSettings(this.#ports.clientFor(place.base), place, options).catch(() => undefined),
      this.#page(place, undefined, options),
    ]);
    let page = first;
    let pages = 1;
    while (pages < wanted && page.cursor !== undefined) {
      page = joined(page.items, await this.#page(place, page.cursor, options));
      pages++;
    }
    if (era === this.#era) this.#set(place, { ...page, settings }, pages, true);
  }

  async #readFirst(place: ErrorPlace, options: CallOptions): Promise<void> {
    const era = this.#era;
    const first = await this.#page(place, undefined, options);
    if (era !== this.#era) return;
    const { list: before, pages = 1 } = this.#known.get(errorPlaceId(place)) ?? {};
    const settings = before?.settings;
    if (before === undefined || pages <= 1 || first.cursor === undefined) {
      this.#set(place, { ...first, settings }, 1, true);
      return;
    }
    // What is further down stays as it was read.
    const { items } = joined(first.items, before);
    this.#set(place, { ...first, items, cursor: before.cursor, settings }, pages, true);
  }

  async #readMore(place: ErrorPlace, options: CallOptions): Promise<void> {
    const era = this.#era;
    const cursor = this.peekList(place)?.cursor;
    if (cursor === undefined) return;
    const page = await this.#page(place, cursor, options);
    const { list, pages = 1 } = this.#known.get(errorPlaceId(place)) ?? {};
    if (era !== this.#era || list?.cursor !== cursor) return;
    this.#set(place, { ...list, ...joined(list.items, page) }, pages + 1, false);
  }

  #set(place: ErrorPlace, list: ErrorList, pages: number, isFresh: boolean): void {
    const id = errorPlaceId(place);
    const before = this.#known.get(id);
    const readAt = isFresh ? this.#ports.clock.now() : (before?.readAt ?? 0);
    this.#known.delete(id);
    this.#known.set(id, { place, list, pages, readAt });
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      if (old !== id && !this.#held.has(old)) this.#known.delete(old);
    }
    if (!sameValue(before?.list, list)) this.#changed.fire(place);
  }
}

/** A page behind what is known, without what stands there already. */
function joined(before: readonly TrackedError[], page: ErrorPage): ErrorPage {
  const known = new Set(before.map(({ sentryId }) => sentryId));
  return { ...page, items: [...before, ...page.items.filter(({ sentryId }) => !known.has(sentryId))] };
}
