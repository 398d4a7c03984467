import type { CallOptions, Client } from '../../api/client';
import { listTodos, markAllTodosDone, markTodoDone } from '../../api/endpoints/todos';
import { isApiError } from '../../api/errors';
import { ignoreFailure } from '../../base/background';
import { type Clock, systemClock } from '../../base/clock';
import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Todo } from '../../schemas/todo';
import { ReadOrder } from '../shared/read-order';
import { RefCounts } from '../shared/ref-counts';
import { settleAll } from '../shared/settle-all';
import { SharedFlight } from '../shared/shared-request';
import type { MergeRequestActions } from './actions';

const PAGE_SIZE = 50;
/** Minimum milliseconds between refreshes of an expanded list. */
const REST_MS = 15 * 60_000;
/** Maximum number of pages that a refresh reads. Further ones must be loaded again. */
const MAX_AGAIN = 4;

/** The pending to-do items of a server: the pages loaded so far, newest first. */
export interface TodoList {
  readonly items: readonly Todo[];
  readonly hasMore: boolean;
  /** Undefined if the server doesn't send it. */
  readonly total: number | undefined;
}

interface Known extends TodoList {
  readonly next: string | undefined;
  readonly pages: number;
  /** Items were removed, so that the next page begins at an earlier item than before. */
  readonly isShifted: boolean;
  readonly readAt: number;
}

/**
 * The pending to-do items of each server. Sends requests only when its methods are called; `poll` refreshes
 * lists that are retained.
 */
export class Todos implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #known = new Map<string, Known>();
  readonly #held = new RefCounts<string>((base) => base);
  readonly #order = new ReadOrder();
  readonly #flights = new SharedFlight<string, void>();
  readonly #changed = new Emitter<string>();
  /** Incremented when items are removed, so that responses to earlier requests don't restore them. */
  #generation = 0;

  /** Fires with the URL of the server whose list changed. */
  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client, clock: Pick<Clock, 'now'> = systemClock) {
    this.#clientFor = clientFor;
    this.#clock = clock;
  }

  /** Returns the list; reads it if it isn't loaded. */
  async list(base: string, options?: CallOptions): Promise<TodoList> {
    if (!this.#known.has(base)) await this.refresh(base, options);
    return this.#known.get(base) ?? { items: [], hasMore: false, total: 0 };
  }

  /** Undefined if the list wasn't read yet. */
  peek(base: string): TodoList | undefined {
    return this.#known.get(base);
  }

  find(base: string, id: number): Todo | undefined {
    return this.#known.get(base)?.items.find((item) => item.id === id);
  }

  /** Makes `poll` refresh the list until the result is disposed. */
  retain(base: string): Disposable {
    return this.#held.retain(base);
  }

  /** Reads the pages that were loaded again. */
  refresh(base: string, options?: CallOptions): Promise<void> {
    return this.#read(base, this.#known.get(base)?.pages ?? 1, options);
  }

  #read(base: string, pageCount: number, options?: CallOptions): Promise<void> {
    const generation = this.#generation;
    const read = async (signal: AbortSignal): Promise<void> => {
      const turn = this.#order.begin();
      const items: Todo[] = [];
      const wanted = Math.min(pageCount, MAX_AGAIN);
      let next: string | undefined;
      let total: number | undefined;
      let pages = 0;
      do {
        const page = await this.#page(base, next, { ...options, signal });
        items.push(...page.items);
        next = page.next;
        total ??= page.total;
        pages++;
      } while (next !== undefined && pages < wanted);
      if (generation !== this.#generation || !this.#order.accept(turn, base)) return;
      const readAt = this.#clock.now();
      this.#set(base, { items, next, pages, total, hasMore: next !== undefined, isShifted: false, readAt });
    };
    const name = `${generation} refresh ${pageCount} ${base}`;
    return this.#flights.run(name, this.#clientFor(base), read, options?.signal);
  }

  /** Reads the next page. */
  loadMore(base: string, options?: CallOptions): Promise<void> {
    const before = this.#known.get(base);
    if (before?.next === undefined) return Promise.resolve();
    if (before.isShifted) return this.#read(base, before.pages + 1, options);
    const read = async (signal: AbortSignal): Promise<void> => {
      const page = await this.#page(base, before.next, { ...options, signal });
      // The list was refreshed in the meantime, so this page belongs to an outdated response.
      if (this.#known.get(base) !== before) return;
      const ids = new Set(before.items.map(({ id }) => id));
      const items = [...before.items, ...page.items.filter(({ id }) => !ids.has(id))];
      const { next } = page;
      this.#set(base, { ...before, items, next, pages: before.pages + 1, hasMore: next !== undefined });
    };
    return this.#flights.run(
      `${this.#generation} more ${base}`,
      this.#clientFor(base),
      read,
      options?.signal,
    );
  }

  /** Marks an item as done. An item that no longer exists is removed too. */
  async markDone(base: string, id: number): Promise<void> {
    try {
      await this.#clientFor(base).call(markTodoDone, { id });
    } catch (error) {
      if (!isApiError(error) || error.kind !== 'not-found') throw error;
    }
    this.#remove(base, id);
  }

  /** Marks all items of a server as done, including those that aren't loaded. */
  async markAllDone(base: string): Promise<void> {
    await this.#clientFor(base).call(markAllTodosDone, {});
    this.#generation++;
    if (!this.#known.has(base)) return;
    const nothing = { items: [], next: undefined, hasMore: false, total: 0, pages: 1, isShifted: false };
    this.#set(base, { ...nothing, readAt: this.#clock.now() });
  }

  /** Refreshes the retained lists that are due; with `all`, all lists that are shown or show a count. */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    const now = this.#clock.now();
    const bases = all
      ? [...new Set([...this.#known.keys(), ...this.#held.all()])]
      : this.#held.all().filter((base) => now - (this.#known.get(base)?.readAt ?? -Infinity) >= REST_MS);
    const { failure } = await settleAll(bases.map((base) => this.refresh(base, options)));
    if (failure !== undefined) throw failure;
  }

  /** Clears the lists after the account changed. */
  clear(): void {
    this.#generation++;
    const bases = [...this.#known.keys()];
    this.#known.clear();
    for (const base of bases) this.#changed.fire(base);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #page(base: string, next: string | undefined, options: CallOptions) {
    return this.#clientFor(base).page(
      listTodos,
      { state: 'pending', per_page: PAGE_SIZE },
      { ...options, next },
    );
  }

  #remove(base: string, id: number): void {
    this.#generation++;
    const before = this.#known.get(base);
    if (before?.items.some((item) => item.id === id) !== true) return;
    const items = before.items.filter((item) => item.id !== id);
    const total = before.total === undefined ? undefined : before.total - 1;
    this.#set(base, { ...before, items, total, isShifted: true });
  }

  #set(base: string, now: Known): void {
    const before = this.#known.get(base);
    this.#known.set(base, now);
    const { items, hasMore, total } = now;
    const same =
      before !== undefined &&
      deepEqual([before.items, before.hasMore, before.total], [items, hasMore, total]);
    if (!same) this.#changed.fire(base);
  }
}

interface TodoUpdateDeps {
  readonly todos: Pick<Todos, 'peek' | 'refresh'>;
  readonly actions: Pick<MergeRequestActions, 'onDidAct'>;
}

/** Refreshes known to-do items after an action, because the server marks items as done then, or adds one. */
export class TodoUpdates implements Disposable {
  readonly #subscription: Disposable;

  constructor({ todos, actions }: TodoUpdateDeps) {
    this.#subscription = actions.onDidAct(({ key }) => {
      // The next poll reports failures.
      if (todos.peek(key.base) !== undefined) ignoreFailure(todos.refresh(key.base));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
