import type { Client } from '../../api/client';
import { acceptMergeRequest, getMergeRef } from '../../api/endpoints/merge-request-actions';
import { createMergeRequestPipeline } from '../../api/endpoints/merge-requests';
import { type ErrorKind, isApiError } from '../../api/errors';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import {
  DraftUnchanged,
  MergeRequestActionFailed,
  MergeRequestBusy,
  MergeRequestRefused,
} from '../../domain/merge-requests/action-errors';
import { type EditBase, EditConflict, isMade, isUntouched } from '../../domain/merge-requests/edit';
import { type MergeRequestAction, obstacleToMergeRequest } from '../../domain/merge-requests/rules';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineDetail } from '../../schemas/pipeline';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { argsOf, type MergeRequestEdit, PLAIN_CALLS, type PlainAction, sendEdit } from './calls';
import { headMoved } from './head-moved';
import type { MergeRequests } from './merge-requests';
import type { MergeRequestPart } from './parts';
import { rebase, type RebaseOutcome } from './rebase';
import { SpentTimes } from './spent-times';
import type { TimeChange } from './time-tracking';

export type { MergeRequestEdit, PlainAction } from './calls';

/** Refusals that may be because there are other commits than those that were looked at. */
const REFUSED: readonly ErrorKind[] = ['conflict', 'method-not-allowed', 'unprocessable'];

/** `already` where the server says that it was so before (server-behavior.md#already-done). */
export type PlainOutcome = 'done' | 'already';

/** What is merged is the commit that a person looked at: `sha` is never left out. */
export interface MergeOptions {
  readonly sha: string;
  /** Merges when the pipeline succeeds. */
  readonly auto?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly removeSourceBranch?: boolean | undefined;
  readonly mergeMessage?: string | undefined;
  readonly squashMessage?: string | undefined;
}

/** What was known of a merge request before something was done to it here, and what it is now. */
export interface MergeRequestActed {
  readonly key: MergeRequestKey;
  readonly action: MergeRequestAction | undefined;
  readonly before: MergeRequest | undefined;
  readonly after: MergeRequest;
}

/** Does things to merge requests: one thing at a time to each. Nothing that is sent here is sent twice. */
export class MergeRequestActions implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #store: MergeRequests;
  readonly #clock: Clock;
  readonly #doing = new Map<string, MergeRequestAction>();
  readonly #times = new SpentTimes();
  readonly #busy = new Emitter<MergeRequestKey>();
  readonly #acted = new Emitter<MergeRequestActed>();

  /** A merge request became busy, or is no longer. */
  readonly onDidChangeBusy = this.#busy.event;
  /** Something was done, and read again. */
  readonly onDidAct = this.#acted.event;

  constructor(clientFor: (base: string) => Client, store: MergeRequests, clock: Clock) {
    this.#clientFor = clientFor;
    this.#store = store;
    this.#clock = clock;
  }

  /** What is being done to a merge request at this moment. */
  doing(key: MergeRequestKey): MergeRequestAction | undefined {
    return this.#doing.get(mergeRequestId(key));
  }

  /** `sha` is the commit that was looked at, where that matters: to an approval. */
  run(action: PlainAction, key: MergeRequestKey, sha?: string): Promise<PlainOutcome> {
    const { call, changes = [], needsFresh = false } = PLAIN_CALLS[action];
    const act = async (client: Client, known: MergeRequest): Promise<PlainOutcome> => {
      const sent = call(client, key, { ...known, sha: sha ?? known.sha });
      const answer = action === 'approve' ? await this.#orPassword(key, sent) : await sent;
      if (action === 'delete') {
        this.#store.deleted(key);
        background(this.#store.reloadLists(key));
      } else this.#apply(key, answer ?? undefined, changes);
      return answer === undefined ? 'already' : 'done';
    };
    return this.#do(action, key, act, needsFresh);
  }

  /**
   * Merges, or sets it to merge by itself. Rejects with `HeadMoved` where the source branch has other commits than
   * the one that was looked at: then nothing was merged.
   */
  merge(key: MergeRequestKey, options: MergeOptions): Promise<MergeRequest> {
    return this.#do(options.auto === true ? 'setAutoMerge' : 'merge', key, async (client) => {
      try {
        const merged = await client.call(acceptMergeRequest, { ...argsOf(key), ...bodyOf(options) });
        this.#apply(key, merged, ['pipelines', 'closes', 'participants']);
        return merged;
      } catch (error) {
        // A pipeline that the new commits started makes it 405, before the commits are compared
        // (server-behavior.md#merge-errors).
        if (isApiError(error) && REFUSED.includes(error.kind)) {
          throw await headMoved(this.#store, key, options.sha, error);
        }
        throw error;
      }
    });
  }

  /** Resolves when the rebase ended, one way or the other; whoever aborts only stops waiting for it. */
  rebase(
    key: MergeRequestKey,
    options: { readonly skipCi: boolean },
    signal?: AbortSignal,
  ): Promise<RebaseOutcome> {
    return this.#do('rebase', key, async (client) => {
      const outcome = await rebase({ client, clock: this.#clock, store: this.#store }, key, options, signal);
      // New commits may reset approvals.
      this.#apply(key, undefined, ['commits', 'pipelines', 'approvals', 'reviewers']);
      return outcome;
    });
  }

  /** Rejects with `EditConflict` where one of the named fields is not what it was when `basedOn` was read. */
  edit(key: MergeRequestKey, changes: MergeRequestEdit, basedOn?: EditBase): Promise<MergeRequest> {
    const action: MergeRequestAction = changes.target_branch === undefined ? 'edit' : 'changeTarget';
    return this.#do(action, key, async (client) => {
      if (basedOn !== undefined) {
        const current = await this.#store.refresh(key);
        const same = current.updated_at === basedOn.updated_at || isUntouched(changes, basedOn, current);
        // Two people rarely write the same text: this is the edit, and only its confirmation was lost.
        if (!same && isMade(changes, current)) return current;
        if (!same) throw new EditConflict(current);
      }
      const answer = await sendEdit(client, key, changes);
      this.#apply(key, answer, ['reviewers', 'participants', 'labels', 'closes']);
      return answer;
    });
  }

  /** Undefined where the server makes it later. */
  createPipeline(key: MergeRequestKey): Promise<PipelineDetail | undefined> {
    return this.#do('createPipeline', key, async (client) => {
      const pipeline = await client.call(createMergeRequestPipeline, argsOf(key));
      this.#apply(key, undefined, ['pipelines']);
      return pipeline;
    });
  }

  /** The commit that merging now would give. */
  previewMerge(key: MergeRequestKey, signal?: AbortSignal): Promise<string> {
    return this.#do(
      'previewMerge',
      key,
      async (client) => (await client.call(getMergeRef, argsOf(key), { signal })).commit_id,
    );
  }

  trackTime(key: MergeRequestKey, change: TimeChange): Promise<MergeRequest> {
    return this.#do('trackTime', key, async (client, known) => {
      const stats = await this.#times.send(
        client,
        key,
        change,
        known.time_stats?.total_time_spent ?? undefined,
      );
      const now = { ...(this.#store.peek(key) ?? known), time_stats: stats };
      this.#apply(key, now, ['time']);
      return now;
    });
  }

  dispose(): void {
    this.#busy.dispose();
    this.#acted.dispose();
  }

  async #do<T>(
    action: MergeRequestAction,
    key: MergeRequestKey,
    act: (client: Client, known: MergeRequest) => Promise<T>,
    needsFresh = false,
  ): Promise<T> {
    const id = mergeRequestId(key);
    const running = this.#doing.get(id);
    if (running !== undefined) throw new MergeRequestBusy(key.iid, running);
    this.#doing.set(id, action);
    this.#busy.fire(key);
    try {
      return await act(this.#clientFor(key.base), await this.#allowed(action, key, needsFresh));
    } catch (error) {
      if (error instanceof DraftUnchanged) void this.#store.refresh(key).catch(() => undefined);
      if (!isApiError(error)) throw error;
      // What the server refuses looks otherwise there than here.
      if (error.status !== undefined) void this.#store.refresh(key).catch(() => undefined);
      throw new MergeRequestActionFailed(action, key.iid, error);
    } finally {
      this.#doing.delete(id);
      this.#busy.fire(key);
    }
  }

  /** A refused approval may be one that needs a password: only the server's web interface asks for that. */
  async #orPassword<T>(key: MergeRequestKey, approving: Promise<T>): Promise<T> {
    try {
      return await approving;
    } catch (error) {
      if (!isApiError(error, 'unauthorized')) throw error;
      const approvals = await this.#store.refreshPart(key, 'approvals').catch(() => undefined);
      if (approvals?.require_password_to_approve !== true) throw error;
      throw new MergeRequestRefused('approve', key.iid, 'needs-password');
    }
  }

  /** The merge request, if the rules allow the action. */
  async #allowed(
    action: MergeRequestAction,
    key: MergeRequestKey,
    needsFresh: boolean,
  ): Promise<MergeRequest> {
    const obstacleIn = (known: MergeRequest) =>
      obstacleToMergeRequest(action, { ...known, approvals: this.#store.peekPart(key, 'approvals') });
    // What a list tells may be hours old (server-behavior.md#stale-lists): the single form decides, and nobody is
    // refused for what was.
    const wasRead = this.#store.isRead(key);
    let known = await this.#store.get(key);
    if (wasRead && (needsFresh || obstacleIn(known) !== undefined)) {
      // The approvals decide for two actions, and may be as old.
      const approvals = this.#store.hasPart(key, 'approvals')
        ? this.#store.refreshPart(key, 'approvals').catch(() => undefined)
        : undefined;
      [known] = await Promise.all([this.#store.refresh(key), approvals]);
    }
    const obstacle = obstacleIn(known);
    if (obstacle !== undefined) {
      throw new MergeRequestRefused(action, key.iid, obstacle, known.detailed_merge_status);
    }
    return known;
  }

  /** Tells the store; what the answer leaves open is read again. What cannot be read is told by the next look. */
  #apply(key: MergeRequestKey, answer: MergeRequest | undefined, changed: readonly MergeRequestPart[]): void {
    const before = this.#store.peek(key);
    const action = this.doing(key);
    if (answer !== undefined) this.#store.apply(key, answer);
    const reads = [
      this.#store.refresh(key).then((after) => {
        this.#acted.fire({ key, action, before, after });
      }),
      this.#store.reloadLists(key),
      ...changed
        .filter((name) => this.#store.hasPart(key, name))
        .map((name) => this.#store.refreshPart(key, name)),
    ];
    background(Promise.allSettled(reads));
  }
}

function bodyOf({ sha, auto, squash, removeSourceBranch, mergeMessage, squashMessage }: MergeOptions) {
  return {
    sha,
    ...(auto === true ? { merge_when_pipeline_succeeds: true } : {}),
    ...(squash === undefined ? {} : { squash }),
    ...(removeSourceBranch === undefined ? {} : { should_remove_source_branch: removeSourceBranch }),
    ...(mergeMessage === undefined ? {} : { merge_commit_message: mergeMessage }),
    ...(squashMessage === undefined ? {} : { squash_commit_message: squashMessage }),
  };
}
