import type { CallOptions } from '../../api/client';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { isLive } from '../../domain/jobs/status';
import { isChecking } from '../../domain/merge-requests/merge-status';
import {
  type MergeRequestStep,
  type NextStepFacts,
  nextStepFor,
  partOf,
} from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { RefCounts } from '../shared/ref-counts';
import { settleAll } from '../shared/settle-all';
import { isLater } from './list';
import type { MergeRequests } from './merge-requests';

/** A list whose rows are grouped by what a person has to do. */
export interface GroupedList {
  readonly who: string;
  readonly queries: readonly MergeRequestQuery[];
}

/** Rows that are looked up one after the other without waiting; then one in `EACH_MS`. */
export const MAX_AT_ONCE = 20;
const EACH_MS = 2 * 60_000;
/** A row is looked up again when it changed, and after so long: pipelines and reviews do not change it. */
const AGAIN_MS = 15 * 60_000;
const MOVING_MS = 5 * 60_000;
const MAX_KEPT = 500;

interface Row {
  readonly key: MergeRequestKey;
  readonly item: MergeRequest;
  readonly who: string;
  readonly needs: 'review' | 'detail';
}

interface Lookup {
  readonly who: string;
  readonly at: number;
  /** When the row had changed last. */
  readonly updatedAt: MergeRequest['updated_at'];
  /** It is likely to be another way soon. */
  readonly moves: boolean;
  readonly review: string | undefined;
}

/** Steps of owners that a pipeline or a finished check can change. */
const OPEN_STEPS: readonly MergeRequestStep[] = ['ci', 'finish', 'merge', 'others'];

/**
 * Looks up what lists leave out and the group of a row depends on: the state of the person's own review, and the
 * pipeline of what the person owns. One request for each row that needs it, a few rows at a time.
 */
export class RowLookups implements Disposable {
  readonly #store: MergeRequests;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #held = new RefCounts<GroupedList>(({ who, queries }) =>
    [who, ...queries.map(queryId)].join('\n'),
  );
  readonly #known = new LruMap<string, Lookup>(MAX_KEPT);
  readonly #changed = new Emitter<readonly MergeRequestKey[]>();
  readonly #subscriptions = new DisposableStore();
  #allowance = MAX_AT_ONCE;
  #refilledAt: number;
  #running: Promise<void> | undefined;
  /** Lists changed while rows were looked up. */
  #again = false;

  /** Reviews of these merge requests are in another state. */
  readonly onDidChange = this.#changed.event;

  constructor(store: MergeRequests, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
    this.#refilledAt = clock.now();
    this.#subscriptions.add(
      store.onDidChange((changes) => {
        this.#notify(
          changes.flatMap((change) => (change.kind === 'merge-request' ? this.#take(change.key) : [])),
        );
        if (changes.some(({ kind }) => kind === 'list')) this.#lookSoon();
      }),
    );
  }

  /** What is known of a row besides the row. */
  factsOf(key: MergeRequestKey): Pick<NextStepFacts, 'review' | 'settled'> {
    const review = this.#known.get(mergeRequestId(key))?.review;
    return { review, settled: this.#store.settledOf(key) };
  }

  /** Keeps what the rows of a list need fresh as long as it is held. */
  retain(list: GroupedList): Disposable {
    const held = this.#held.retain(list);
    this.#lookSoon();
    return held;
  }

  /** Looks up rows that were never looked up, that changed, or whose answer is old; `all` looks all up again. */
  async poll(options: CallOptions, all = false): Promise<void> {
    // One in the background may be followed by another one: side by side, both would ask for the same rows.
    while (this.#running !== undefined) await this.#running;
    await this.#lookNow(options, all);
  }

  async #lookNow(options: CallOptions, all = false): Promise<void> {
    const now = this.#clock.now();
    this.#refill(now, all);
    const due = this.#rows()
      .filter((row) => all || this.#isDue(row, now))
      .sort((a, b) => this.#readAt(a) - this.#readAt(b))
      .slice(0, Math.floor(this.#allowance));
    this.#allowance -= due.length;
    await this.#lookUp(due, options);
  }

  /** Something was done to a merge request here: its row is looked up now. */
  refresh(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    const rows = this.#rows().filter((row) => mergeRequestId(row.key) === id);
    void this.#lookUp(rows, { priority: 'foreground' }).catch(() => undefined);
  }

  /** The account changed. */
  clear(): void {
    this.#known.clear();
    this.#allowance = MAX_AT_ONCE;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #lookSoon(): void {
    this.#again = this.#running !== undefined;
    if (this.#again) return;
    const looking = this.#lookNow({ priority: 'background' });
    // What fails here is asked again by the next look, which tells why.
    this.#running = looking
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
        if (this.#again) this.#lookSoon();
      });
  }

  #refill(now: number, all: boolean): void {
    const earned = (now - this.#refilledAt) / EACH_MS;
    this.#allowance = all ? MAX_AT_ONCE : Math.min(MAX_AT_ONCE, this.#allowance + earned);
    this.#refilledAt = now;
  }

  #rows(): readonly Row[] {
    const rows = new Map<string, Row>();
    for (const { who, queries } of this.#held.all()) {
      for (const query of queries) {
        for (const item of this.#store.peekList(query)?.items ?? []) {
          const key = { base: query.place.base, project: item.project_id, iid: item.iid };
          const needs = this.#needsOf(who, key, item);
          if (needs !== undefined) rows.set(mergeRequestId(key), { key, item, who, needs });
        }
      }
    }
    return [...rows.values()];
  }

  #needsOf(who: string, key: MergeRequestKey, item: MergeRequest): Row['needs'] | undefined {
    if (item.state !== 'opened') return undefined;
    const part = partOf(who, item);
    if (part === 'reviewer') return item.draft ? undefined : 'review';
    if (part === undefined) return undefined;
    const step = nextStepFor(who, { ...item, settled: this.#store.settledOf(key) });
    return OPEN_STEPS.includes(step) || isChecking(item) ? 'detail' : undefined;
  }

  #readAt({ key }: Row): number {
    return this.#known.get(mergeRequestId(key))?.at ?? -Infinity;
  }

  #isDue({ key, item, who }: Row, now: number): boolean {
    const checked = this.#known.get(mergeRequestId(key));
    if (checked?.who !== who || isLater(item, { updated_at: checked.updatedAt })) return true;
    return now - checked.at >= (checked.moves ? MOVING_MS : AGAIN_MS);
  }

  /** Rejects with the first failure after all others were taken over. */
  async #lookUp(rows: readonly Row[], options: CallOptions): Promise<void> {
    const { values, failure } = await settleAll(rows.map((row) => this.#lookUpOne(row, options)));
    this.#notify(values.flat());
    if (failure !== undefined) throw failure;
  }

  /** The key, where its review is in another state than before. */
  async #lookUpOne(
    { key, item, who, needs }: Row,
    options: CallOptions,
  ): Promise<readonly MergeRequestKey[]> {
    const at = this.#clock.now();
    const before = this.#known.get(mergeRequestId(key));
    // Also where it fails: it is not asked for again at once.
    this.#keep(key, { who, at, updatedAt: item.updated_at, moves: false, review: before?.review });
    if (needs === 'detail') {
      const detail = await this.#store.refresh(key, options);
      this.#keep(key, { who, at, updatedAt: detail.updated_at, moves: isMoving(detail), review: undefined });
      return [];
    }
    const reviewers = await this.#store.refreshPart(key, 'reviewers', options);
    if (reviewers !== undefined) return this.#apply(key, stateOf(who, reviewers.items), before?.review);
    // Without a list of reviewers, an approval tells.
    const approvals = await this.#store.refreshPart(key, 'approvals', options);
    const hasApproved =
      approvals?.user_has_approved ?? approvals?.approved_by?.some(({ user }) => user.username === who);
    return this.#apply(key, hasApproved === true ? 'approved' : undefined, before?.review);
  }

  /** Somebody else read the reviewers. */
  #take(key: MergeRequestKey): readonly MergeRequestKey[] {
    const checked = this.#known.get(mergeRequestId(key));
    const reviewers = this.#store.peekPart(key, 'reviewers');
    if (checked === undefined || reviewers === undefined) return [];
    return this.#apply(key, stateOf(checked.who, reviewers.items), checked.review);
  }

  #apply(
    key: MergeRequestKey,
    review: string | undefined,
    before: string | undefined,
  ): readonly MergeRequestKey[] {
    const checked = this.#known.get(mergeRequestId(key));
    if (checked === undefined) return [];
    this.#keep(key, { ...checked, review });
    return review === before ? [] : [key];
  }

  #keep(key: MergeRequestKey, checked: Lookup): void {
    this.#known.set(mergeRequestId(key), checked);
  }

  #notify(keys: readonly MergeRequestKey[]): void {
    if (keys.length > 0) this.#changed.fire(keys);
  }
}

const stateOf = (
  who: string,
  reviewers: readonly { readonly user: { readonly username: string }; readonly state: string }[],
): string | undefined => reviewers.find(({ user }) => user.username === who)?.state;

function isMoving(detail: MergeRequest): boolean {
  const status = detail.head_pipeline?.status;
  return isChecking(detail) || (status !== undefined && (isLive(status) || status === 'failed'));
}
