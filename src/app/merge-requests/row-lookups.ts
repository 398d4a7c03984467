import type { CallOptions } from '../../api/client';
import { ignoreFailure, orUndefined } from '../../base/background';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { isLive } from '../../domain/jobs/status';
import { isChecking } from '../../domain/merge-requests/merge-status';
import {
  type MergeRequestStep,
  type NextStepFacts,
  nextStepFor,
  roleInMergeRequest,
} from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { RefCounts } from '../shared/ref-counts';
import { settleAll } from '../shared/settle-all';
import type { ArchivedProjects } from './archived-projects';
import { isLater } from './list';
import type { MergeRequests } from './merge-requests';

/** A list whose rows are grouped by the user's next step. */
export interface GroupedList {
  readonly who: string;
  readonly queries: readonly MergeRequestQuery[];
}

/** The user's reviews, as far as they were made here. */
export interface ReviewedHeads {
  /** The head commit of the last review. */
  lastHead(key: MergeRequestKey): string | undefined;
  readonly onDidChange: Event<MergeRequestKey>;
}

/** Maximum number of requests that are sent without a delay. After that, one request per `EACH_MS`. */
export const MAX_AT_ONCE = 20;
const EACH_MS = 2 * 60_000;
/**
 * Milliseconds until a row is looked up again even if it didn't change, because pipelines and reviews don't
 * change it.
 */
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
  /** `updated_at` of the row at the time of the lookup. */
  readonly updatedAt: MergeRequest['updated_at'];
  /** True if the result is likely to change soon. */
  readonly moves: boolean;
  readonly review: string | undefined;
}

/** Next steps that a pipeline or a completed merge check can change. */
const OPEN_STEPS: readonly MergeRequestStep[] = ['ci', 'finish', 'merge', 'others'];

/**
 * Looks up data that lists don't contain and that the group of a row depends on: the state of the user's
 * review, and the pipeline of the user's merge requests. Sends one request per row, for a few rows at a time.
 */
export class RowLookups implements Disposable {
  readonly #store: MergeRequests;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #archived: ArchivedProjects | undefined;
  readonly #reviewed: ReviewedHeads | undefined;
  readonly #held = new RefCounts<GroupedList>(({ who, queries }) =>
    [who, ...queries.map(queryId)].join('\n'),
  );
  readonly #known = new LruMap<string, Lookup>(MAX_KEPT);
  readonly #changed = new Emitter<readonly MergeRequestKey[]>();
  readonly #subscriptions = new DisposableStore();
  #allowance = MAX_AT_ONCE;
  #refilledAt: number;
  #running: Promise<void> | undefined;
  /** Lookups in progress that were requested by a method. */
  readonly #requested = new Set<Promise<unknown>>();
  /** True if lists changed during a lookup. */
  #again = false;

  /** Fires with the merge requests whose review state changed. */
  readonly onDidChange = this.#changed.event;

  constructor(
    store: MergeRequests,
    clock: Pick<Clock, 'now'>,
    archived?: ArchivedProjects,
    reviewed?: ReviewedHeads,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#archived = archived;
    this.#reviewed = reviewed;
    this.#refilledAt = clock.now();
    this.#subscriptions.add(
      store.onDidChange((changes) => {
        this.#notify(
          changes.flatMap((change) => (change.kind === 'merge-request' ? this.#take(change.key) : [])),
        );
        if (changes.some(({ kind }) => kind === 'list')) this.#scheduleRefresh();
      }),
    );
    if (reviewed !== undefined)
      this.#subscriptions.add(
        reviewed.onDidChange((key) => {
          store.acted(key);
          this.#notify([key]);
        }),
      );
  }

  /** The data of a row that lists don't contain. */
  factsOf(key: MergeRequestKey): Pick<NextStepFacts, 'review' | 'settled' | 'archived' | 'reviewedHead'> {
    const review = this.#known.get(mergeRequestId(key))?.review;
    const archived = this.#archived?.isArchived(key);
    const reviewedHead = this.#reviewed?.lastHead(key);
    return { review, settled: this.#store.settledOf(key), archived, reviewedHead };
  }

  /** Keeps the data for a list's rows up to date until the result is disposed. */
  retain(list: GroupedList): Disposable {
    const held = this.#held.retain(list);
    this.#scheduleRefresh();
    return held;
  }

  /** Looks up rows that are new, changed, or due. `all`: looks up all rows. */
  poll(options: CallOptions, all = false): Promise<void> {
    return this.#tracked(this.#poll(options, all));
  }

  /** Resolves when no lookup is in progress. */
  async settled(): Promise<void> {
    while (this.#running !== undefined || this.#requested.size > 0)
      await Promise.allSettled([this.#running, ...this.#requested]);
  }

  async #poll(options: CallOptions, all: boolean): Promise<void> {
    // Wait for background lookups, including subsequent ones: concurrent lookups would request the same rows.
    while (this.#running !== undefined) await this.#running;
    await this.#refreshDue(options, all);
  }

  async #refreshDue(options: CallOptions, all = false): Promise<void> {
    await this.#checkProjects(options);
    const now = this.#clock.now();
    this.#refill(now, all);
    const due = this.#rows()
      .filter((row) => all || this.#isDue(row, now))
      .sort((a, b) => this.#readAt(a) - this.#readAt(b))
      .filter((row) => {
        const fits = requestsFor(row) <= this.#allowance;
        if (fits) this.#allowance -= requestsFor(row);
        return fits;
      });
    await this.#refreshRows(due, options);
  }

  /** Looks up a row immediately after an action on its merge request. */
  refresh(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    const rows = this.#rows().filter((row) => mergeRequestId(row.key) === id);
    this.#store.acted(key);
    ignoreFailure(this.#tracked(this.#refreshRows(rows, { priority: 'foreground' })));
  }

  /** Clears the data after the account changed. */
  clear(): void {
    this.#known.clear();
    this.#archived?.clear();
    this.#allowance = MAX_AT_ONCE;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #tracked(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#requested.delete(tracked));
    this.#requested.add(tracked);
    return tracked;
  }

  #scheduleRefresh(): void {
    this.#again = this.#running !== undefined;
    if (this.#again) return;
    const refreshing = this.#refreshDue({ priority: 'background' });
    // Ignore failures: the next `poll` retries and reports them.
    this.#running = orUndefined(refreshing).finally(() => {
      this.#running = undefined;
      if (this.#again) this.#scheduleRefresh();
    });
  }

  #refill(now: number, all: boolean): void {
    const earned = (now - this.#refilledAt) / EACH_MS;
    this.#allowance = all ? MAX_AT_ONCE : Math.min(MAX_AT_ONCE, this.#allowance + earned);
    this.#refilledAt = now;
  }

  /** Finds out which of the user's merge requests are in archived projects. */
  async #checkProjects(options: CallOptions): Promise<void> {
    if (this.#archived === undefined) return;
    const own = this.#listed().filter(({ who, item }) => roleInMergeRequest(who, item) !== undefined);
    const keys = own.map(({ key }) => key);
    this.#notify(await this.#archived.check(keys, options));
  }

  #listed(): readonly Omit<Row, 'needs'>[] {
    return this.#held.all().flatMap(({ who, queries }) =>
      queries.flatMap((query) =>
        (this.#store.peekList(query)?.items ?? []).map((item) => {
          const key = { base: query.place.base, project: item.project_id, iid: item.iid };
          return { key, item, who };
        }),
      ),
    );
  }

  #rows(): readonly Row[] {
    const rows = new Map<string, Row>();
    for (const listed of this.#listed()) {
      const needs = this.#needsOf(listed);
      if (needs !== undefined) rows.set(mergeRequestId(listed.key), { ...listed, needs });
    }
    return [...rows.values()];
  }

  #needsOf({ who, key, item }: Omit<Row, 'needs'>): Row['needs'] | undefined {
    if (item.state !== 'opened' || this.#archived?.isArchived(key) === true) return undefined;
    const part = roleInMergeRequest(who, item);
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

  /** Applies all successful results, then rejects with the first failure. */
  async #refreshRows(rows: readonly Row[], options: CallOptions): Promise<void> {
    const { values, failure } = await settleAll(rows.map((row) => this.#refreshRow(row, options)));
    this.#notify(values.flat());
    if (failure !== undefined) throw failure;
  }

  /** Returns the key if the state of the review changed. */
  async #refreshRow(row: Row, options: CallOptions): Promise<readonly MergeRequestKey[]> {
    const { key, item, who, needs } = row;
    const at = this.#clock.now();
    const before = this.#known.get(mergeRequestId(key));
    // Stored even if the lookup fails, so that it isn't repeated immediately.
    this.#keep(key, { who, at, updatedAt: item.updated_at, moves: false, review: before?.review });
    if (needs === 'detail') {
      const [detail] = await Promise.all([
        this.#store.refresh(key, options),
        this.#readReviews(row, options),
      ]);
      this.#keep(key, { who, at, updatedAt: detail.updated_at, moves: isMoving(detail), review: undefined });
      return [];
    }
    const reviewers = await this.#store.refreshPart(key, 'reviewers', options);
    if (reviewers !== undefined) return this.#apply(key, stateOf(who, reviewers.items), before?.review);
    // If the server doesn't return the reviewers, use the approvals.
    const approvals = await this.#store.refreshPart(key, 'approvals', options);
    const hasApproved =
      approvals?.user_has_approved ?? approvals?.approved_by?.some(({ user }) => user.username === who);
    return this.#apply(key, hasApproved === true ? 'approved' : undefined, before?.review);
  }

  /** Reads the reviewers of the user's merge request for its row. They don't determine the group, so failures are ignored. */
  async #readReviews({ key, item }: Row, options: CallOptions): Promise<void> {
    if (hasReviewers(item)) await orUndefined(this.#store.refreshPart(key, 'reviewers', options));
  }

  /** Applies reviewers that were read for another reason. */
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

const hasReviewers = ({ reviewers }: MergeRequest): boolean => (reviewers?.length ?? 0) > 0;

/** The number of requests that a lookup sends. */
const requestsFor = ({ needs, item }: Row): number => (needs === 'detail' && hasReviewers(item) ? 2 : 1);

const stateOf = (
  who: string,
  reviewers: readonly { readonly user: { readonly username: string }; readonly state: string }[],
): string | undefined => reviewers.find(({ user }) => user.username === who)?.state;

function isMoving(detail: MergeRequest): boolean {
  const status = detail.head_pipeline?.status;
  return isChecking(detail) || (status !== undefined && (isLive(status) || status === 'failed'));
}
