import type { CallOptions } from '../../api/client';
import { isCanceled } from '../../api/errors';
import type { Clock } from '../../base/clock';
import {
  ATTENTION_STEPS,
  type AttentionStep,
  isWaiting,
  type MergeRequestStep,
  nextStepFor,
} from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, presetQueries } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { settleAll } from '../shared/settle-all';
import type { MergeRequests } from './merge-requests';
import type { Pins } from './pins';
import type { RowLookups } from './row-lookups';

/** Milliseconds after which a list is read again. Lists of a visible view are refreshed more often. */
const OUTDATED_MS = 15 * 60_000;

export interface ReviewQueueDeps {
  /** The servers with an account, and its username if known. */
  readonly users: () => readonly { readonly base: string; readonly who: string | undefined }[];
  /** Requests the user if necessary. */
  readonly userOf: (base: string) => Promise<{ readonly username: string }>;
  readonly mergeRequests: Pick<MergeRequests, 'peekList' | 'refreshList' | 'peekPart' | 'part'>;
  readonly lookups: Pick<RowLookups, 'factsOf'>;
  readonly pins: Pick<Pins, 'isPinned' | 'isSnoozed'>;
  readonly clock: Pick<Clock, 'now'>;
}

interface Queued {
  readonly key: MergeRequestKey;
  readonly who: string;
  readonly item: MergeRequest;
  readonly step: AttentionStep;
  readonly isPinned: boolean;
  /** When the review was requested, or when the merge request was created. */
  readonly since: number;
}

interface UserLists {
  readonly base: string;
  readonly who: string;
  readonly queries: readonly MergeRequestQuery[];
}

/**
 * The merge requests that need the user's attention, in the order in which they should be processed: requested
 * reviews, the oldest request first, then the next steps of the user's own merge requests, in the order of the
 * view. The queue consists of the loaded lists; they are read only if they aren't loaded or outdated.
 */
export class ReviewQueue {
  readonly #deps: ReviewQueueDeps;

  constructor(deps: ReviewQueueDeps) {
    this.#deps = deps;
  }

  /** Returns the next merge request after `current`, without requests; undefined if none is known. */
  peek(current: MergeRequestKey | undefined): MergeRequestKey | undefined {
    const users = this.#deps
      .users()
      .flatMap(({ base, who }) => (who === undefined ? [] : [listsOf(base, who)]));
    return this.#after(current, users)[0]?.key;
  }

  /**
   * Returns the next merge request after `current`, starting again at the end of the queue; undefined if there
   * is none. If the state of the user's review isn't known, it is read.
   */
  async next(
    current: MergeRequestKey | undefined,
    options: CallOptions,
  ): Promise<MergeRequestKey | undefined> {
    const users = await this.#read(options);
    for (const queued of this.#after(current, users)) {
      if (await this.#isDue(queued, options)) return queued.key;
    }
    return undefined;
  }

  /** Fails only if no list is known. */
  async #read(options: CallOptions): Promise<readonly UserLists[]> {
    const { mergeRequests, userOf, clock } = this.#deps;
    const { values: users, failure: unknownUser } = await settleAll(
      this.#deps.users().map(async ({ base, who }) => listsOf(base, who ?? (await userOf(base)).username)),
    );
    const queries = users.flatMap((user) => user.queries);
    const readAt = (query: MergeRequestQuery): number => mergeRequests.peekList(query)?.readAt ?? -Infinity;
    const due = queries.filter((query) => clock.now() - readAt(query) >= OUTDATED_MS);
    const { failure } = await settleAll(due.map((query) => mergeRequests.refreshList(query, options)));
    const error = failure ?? unknownUser;
    const isKnown = queries.some((query) => mergeRequests.peekList(query) !== undefined);
    if (error !== undefined && (!isKnown || isCanceled(error))) throw error;
    return users;
  }

  /** The other merge requests of the queue, starting after the current one. */
  #after(current: MergeRequestKey | undefined, users: readonly UserLists[]): readonly Queued[] {
    const all = users.flatMap((user) => this.#queuedFor(user)).sort(inOrder);
    const id = current === undefined ? undefined : mergeRequestId(current);
    const at = all.findIndex(({ key }) => mergeRequestId(key) === id);
    return at === -1 ? all : [...all.slice(at + 1), ...all.slice(0, at)];
  }

  #queuedFor({ base, who, queries }: UserLists): readonly Queued[] {
    const { mergeRequests, pins } = this.#deps;
    const items = queries.flatMap((query) => mergeRequests.peekList(query)?.items ?? []);
    const unique = new Map(items.map((item) => [item.id, item]));
    return [...unique.values()].sort(byUpdate).flatMap((item) => {
      const key: MergeRequestKey = { base, project: item.project_id, iid: item.iid };
      const step = this.#stepOf({ key, who, item });
      if (pins.isSnoozed(key, item.updated_at) || isWaiting(step)) return [];
      const since = timeOf(this.#ownReview(key, who)?.created_at ?? item.created_at);
      return [{ key, who, item, step, isPinned: pins.isPinned(key), since }];
    });
  }

  #stepOf({ key, who, item }: Pick<Queued, 'key' | 'who' | 'item'>): MergeRequestStep {
    const facts = this.#deps.lookups.factsOf(key);
    const review = this.#ownReview(key, who)?.state ?? facts.review;
    return nextStepFor(who, { ...item, ...facts, review });
  }

  #ownReview(key: MergeRequestKey, who: string) {
    const reviewers = this.#deps.mergeRequests.peekPart(key, 'reviewers')?.items;
    return reviewers?.find(({ user }) => user.username === who);
  }

  /** False if the user has already reviewed the merge request, which lists don't contain. */
  async #isDue(queued: Queued, options: CallOptions): Promise<boolean> {
    if (queued.step !== 'review') return true;
    try {
      await this.#deps.mergeRequests.part(queued.key, 'reviewers', options);
    } catch (error) {
      if (isCanceled(error)) throw error;
      // The page that is opened next reports the failure.
      return true;
    }
    return this.#stepOf(queued) === 'review';
  }
}

const listsOf = (base: string, who: string): UserLists => ({
  base,
  who,
  queries: presetQueries('attention', { kind: 'host', base }, who),
});

const timeOf = (at: string | null | undefined): number => Date.parse(at ?? '') || 0;

/** Latest first, as in the view. */
const byUpdate = (a: MergeRequest, b: MergeRequest): number => timeOf(b.updated_at) - timeOf(a.updated_at);

function inOrder(a: Queued, b: Queued): number {
  const steps = ATTENTION_STEPS.indexOf(a.step) - ATTENTION_STEPS.indexOf(b.step);
  if (steps !== 0) return steps;
  return a.step === 'review' ? a.since - b.since : Number(b.isPinned) - Number(a.isPinned);
}
