import type { CallOptions } from '../../api/client';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isWaiting, nextStepFor } from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, presetQueries } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import { settleAll } from '../shared/settle-all';
import type { MergeRequests } from './merge-requests';
import type { Pins } from './pins';
import type { RowLookups } from './row-lookups';

/** Minimum milliseconds between reads of a list while no view shows it. */
const REST_MS = 15 * 60_000;

export interface AttentionCountDeps {
  /** The servers with an account, and its username if known. */
  readonly users: () => readonly { readonly base: string; readonly who: string | undefined }[];
  readonly mergeRequests: Pick<MergeRequests, 'peekList' | 'refreshList' | 'onDidChange'>;
  readonly lookups: Pick<RowLookups, 'factsOf' | 'retain' | 'poll' | 'onDidChange'>;
  readonly pins: Pick<Pins, 'isSnoozed' | 'onDidChange'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Counts the merge requests that need the user's attention, for the badge. Sends requests only in `poll`. */
export class AttentionCount implements Disposable {
  readonly #deps: AttentionCountDeps;
  readonly #subscriptions = new DisposableStore();
  readonly #retained = new Map<string, Disposable>();
  readonly #changed = new Emitter<void>();

  /** Fires when the number may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: AttentionCountDeps) {
    this.#deps = deps;
    const changed = (): void => {
      this.#changed.fire();
    };
    for (const source of [deps.mergeRequests, deps.lookups])
      this.#subscriptions.add(source.onDidChange(changed));
    this.#subscriptions.add(deps.pins.onDidChange(changed));
  }

  /** The number of merge requests on all servers whose lists are known. */
  get count(): number {
    return this.#users().reduce((sum, user) => sum + this.#countOf(user), 0);
  }

  /** Reads the lists that are due, and the state of the user's reviews. */
  async poll(options: CallOptions): Promise<void> {
    const { mergeRequests, lookups, clock } = this.#deps;
    const users = this.#users();
    const queries = users.flatMap((user) => user.queries);
    const due = queries.filter(
      (query) => clock.now() - (mergeRequests.peekList(query)?.readAt ?? -Infinity) >= REST_MS,
    );
    const { failure } = await settleAll(due.map((query) => mergeRequests.refreshList(query, options)));
    for (const { base, who, queries: own } of users) {
      const id = `${base} ${who}`;
      if (!this.#retained.has(id)) this.#retained.set(id, lookups.retain({ who, queries: own }));
    }
    await lookups.poll(options);
    if (failure !== undefined) throw failure;
  }

  /** Ends the lookups, because the number is no longer shown. */
  stop(): void {
    for (const retained of this.#retained.values()) retained.dispose();
    this.#retained.clear();
  }

  dispose(): void {
    this.stop();
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #users(): readonly { base: string; who: string; queries: readonly MergeRequestQuery[] }[] {
    return this.#deps.users().flatMap(({ base, who }) => {
      if (who === undefined) return [];
      return [{ base, who, queries: presetQueries('attention', { kind: 'host', base }, who) }];
    });
  }

  #countOf({
    base,
    who,
    queries,
  }: {
    base: string;
    who: string;
    queries: readonly MergeRequestQuery[];
  }): number {
    const { mergeRequests, lookups, pins } = this.#deps;
    const needsAttention = (item: MergeRequest): boolean => {
      const key: MergeRequestKey = { base, project: item.project_id, iid: item.iid };
      if (pins.isSnoozed(key, item.updated_at)) return false;
      return !isWaiting(nextStepFor(who, { ...item, ...lookups.factsOf(key) }));
    };
    const items = queries.flatMap((query) => mergeRequests.peekList(query)?.items ?? []);
    return new Set(items.filter(needsAttention).map(({ id }) => id)).size;
  }
}
