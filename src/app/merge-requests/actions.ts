import type { Client } from '../../api/client';
import { deleteBranch } from '../../api/endpoints/branches';
import { acceptMergeRequest, getMergeRef } from '../../api/endpoints/merge-request-actions';
import { createMergeRequestPipeline } from '../../api/endpoints/merge-requests';
import { type ApiError, type ErrorKind, isApiError } from '../../api/errors';
import { background, ignoreFailure, orUndefined } from '../../base/background';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import {
  DraftUnchangedError,
  MergeRequestActionFailedError,
  MergeRequestBusyError,
  MergeRequestRefusedError,
} from '../../domain/merge-requests/action-errors';
import { type EditBase, EditConflictError, isApplied, isUntouched } from '../../domain/merge-requests/edit';
import { type MergeRequestAction, obstacleToMergeRequest } from '../../domain/merge-requests/rules';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineDetail } from '../../schemas/pipeline';
import { BusyMap } from '../shared/busy-map';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { type PickAction, pickCommit, type PickPlace, type PickStep } from './after-merge/commit-picks';
import { partFactsOf, refuseIfArchived } from './archived-projects';
import {
  argsOf,
  type MergeRequestActed,
  type MergeRequestEdit,
  PLAIN_CALLS,
  type PlainAction,
  sendEdit,
} from './calls';
import { headMoved } from './head-moved';
import { bodyOf, type MergeOptions } from './merge-call';
import type { MergeRequests } from './merge-requests';
import type { MergeRequestPart } from './parts';
import { rebase, type RebaseOutcome } from './rebase';
import { requestReview } from './request-review';
import { SpentTimes, type TimesChanged } from './spent-times';
import type { TimeChange } from './time-tracking';

export type { MergeRequestActed, MergeRequestEdit, PlainAction } from './calls';
export type { MergeOptions } from './merge-call';

/** Refusals that the current state of a merge request can explain, for example commits pushed after the user's review. */
const REFUSED: readonly ErrorKind[] = ['conflict', 'method-not-allowed', 'not-acceptable', 'unprocessable'];

/** `already`: the server reports that nothing changed (server-behavior.md#already-done). */
export type PlainOutcome = 'done' | 'already';

/** Runs actions on merge requests, one at a time for each merge request. Never sends a request twice. */
export class MergeRequestActions implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #store: MergeRequests;
  readonly #clock: Clock;
  readonly #doing = new BusyMap<MergeRequestAction>();
  readonly #times = new SpentTimes();
  readonly #busy = new Emitter<MergeRequestKey>();
  readonly #acted = new Emitter<MergeRequestActed>();

  /** Fires when an action on a merge request starts or ends. */
  readonly onDidChangeBusy = this.#busy.event;
  /** Fires after an action, when the merge request was read again. */
  readonly onDidAct = this.#acted.event;

  constructor(clientFor: (base: string) => Client, store: MergeRequests, clock: Clock) {
    this.#clientFor = clientFor;
    this.#store = store;
    this.#clock = clock;
  }

  /** The action in progress; undefined if there is none. */
  doing(key: MergeRequestKey): MergeRequestAction | undefined {
    return this.#doing.get(mergeRequestId(key));
  }

  /** `sha`: the commit that the user reviewed, for an approval. Default: the head that is known. */
  run(action: PlainAction, key: MergeRequestKey, sha?: string): Promise<PlainOutcome> {
    const { call, changes = [], needsFresh = false } = PLAIN_CALLS[action];
    const act = async (client: Client, known: MergeRequest): Promise<PlainOutcome> => {
      const commit = sha ?? known.sha ?? undefined;
      const sent = call(client, key, { ...known, sha: commit });
      const response = action === 'approve' ? await this.#orPassword(key, sent) : await sent;
      if (action === 'delete') {
        this.#store.deleted(key);
        background(this.#store.reloadLists(key));
      } else this.#apply(key, response ?? undefined, changes, action === 'approve' ? commit : undefined);
      return response === undefined ? 'already' : 'done';
    };
    return this.#do(action, key, act, needsFresh);
  }

  /**
   * Merges, or sets to auto-merge. Rejects with `HeadMovedError` if the head of the source branch isn't
   * `options.sha`; nothing is merged then.
   */
  merge(key: MergeRequestKey, options: MergeOptions): Promise<MergeRequest> {
    return this.#do(options.auto === true ? 'setAutoMerge' : 'merge', key, async (client) => {
      try {
        const merged = await client.call(acceptMergeRequest, { ...argsOf(key), ...bodyOf(options) });
        this.#apply(key, merged, ['pipelines', 'closes', 'participants']);
        return merged;
      } catch (error) {
        // If the new commits started a pipeline, the server responds with 405 before it compares the commits
        // (server-behavior.md#merge-errors).
        if (isApiError(error) && REFUSED.includes(error.kind)) {
          throw await headMoved(this.#store, key, options.sha, error);
        }
        throw error;
      }
    });
  }

  /** Resolves when the rebase succeeds or fails. Aborting `signal` only stops the wait. */
  rebase(
    key: MergeRequestKey,
    options: { readonly skipCi: boolean },
    signal?: AbortSignal,
  ): Promise<RebaseOutcome> {
    return this.#do('rebase', key, async (client) => {
      const outcome = await rebase({ client, clock: this.#clock, store: this.#store }, key, options, signal);
      // New commits may reset approvals.
      this.#apply(key, undefined, ['commits', 'pipelines', 'approvals', 'approvalState', 'reviewers']);
      return outcome;
    });
  }

  /** Rejects with `EditConflictError` if a field in `changes` was changed on the server after `basedOn` was read. */
  edit(
    key: MergeRequestKey,
    changes: MergeRequestEdit,
    basedOn?: Omit<EditBase, 'updated_at'>,
  ): Promise<MergeRequest> {
    const action: MergeRequestAction = changes.target_branch === undefined ? 'edit' : 'changeTarget';
    return this.#do(action, key, async (client) => {
      if (basedOn !== undefined) {
        const current = await this.#store.refresh(key);
        const same = isUntouched(changes, basedOn, current);
        // The server already has these values: most likely the same edit was sent before, and only its
        // response was lost.
        if (!same && isApplied(changes, current)) return current;
        if (!same) throw new EditConflictError(current);
      }
      const response = await sendEdit(client, key, changes);
      this.#apply(key, response, ['reviewers', 'participants', 'labels', 'closes']);
      return response;
    });
  }

  /** Requests another review. Returns the reviewer's state afterward; undefined if it isn't known. */
  requestReview(key: MergeRequestKey, username: string): Promise<string | undefined> {
    return this.#do('edit', key, async (client) => {
      await requestReview(client, key, username);
      this.#apply(key, undefined, ['approvals', 'participants']);
      const reviewers = await orUndefined(this.#store.refreshPart(key, 'reviewers'));
      return reviewers?.items.find(({ user }) => user.username === username)?.state;
    });
  }

  /** Resolves to undefined if the server creates the pipeline asynchronously. */
  createPipeline(key: MergeRequestKey): Promise<PipelineDetail | undefined> {
    return this.#do('createPipeline', key, async (client) => {
      const pipeline = await client.call(createMergeRequestPipeline, argsOf(key));
      this.#apply(key, undefined, ['pipelines']);
      return pipeline;
    });
  }

  /** Returns the SHA of the commit that a merge would create now. */
  previewMerge(key: MergeRequestKey, signal?: AbortSignal): Promise<string> {
    return this.#do(
      'previewMerge',
      key,
      async (client) => (await client.call(getMergeRef, argsOf(key), { signal })).commit_id,
    );
  }

  /** Reverts or cherry-picks a merged merge request. Returns the new merge request, if one was requested. */
  pick(
    action: PickAction,
    key: MergeRequestKey,
    place: PickPlace,
    onStep: (step: PickStep) => void,
  ): Promise<MergeRequest | undefined> {
    return this.#do(action, key, async (client, known) => {
      const made = await pickCommit(client, { key, known, action, place, onStep });
      this.#apply(key, undefined, []);
      return made;
    });
  }

  deleteSourceBranch(
    key: MergeRequestKey,
    { project, name }: { readonly project: number | string; readonly name: string },
  ): Promise<void> {
    return this.#do('deleteSourceBranch', key, async (client) => {
      await client.call(deleteBranch, { id: project, branch: name });
    });
  }

  /** Returns the times that were read immediately before and after the change. */
  trackTime(key: MergeRequestKey, change: TimeChange): Promise<TimesChanged> {
    return this.#do('trackTime', key, async (client, known) => {
      const times = await this.#times.send(client, key, change);
      this.#apply(key, { ...(this.#store.peek(key) ?? known), time_stats: times.after }, ['time']);
      return times;
    });
  }

  dispose(): void {
    this.#busy.dispose();
    this.#acted.dispose();
  }

  #do<T>(
    action: MergeRequestAction,
    key: MergeRequestKey,
    act: (client: Client, known: MergeRequest) => Promise<T>,
    needsFresh = false,
  ): Promise<T> {
    return this.#doing.run(mergeRequestId(key), action, {
      busy: (running) => new MergeRequestBusyError(key.iid, running),
      changed: () => {
        this.#busy.fire(key);
      },
      act: async () => {
        try {
          return await act(this.#clientFor(key.base), await this.#allowed(action, key, needsFresh));
        } catch (error) {
          throw await this.#explained(error, action, key);
        }
      },
    });
  }

  /** Returns the error with the action that failed. Refreshes the merge request if its known state is outdated. */
  async #explained(error: unknown, action: MergeRequestAction, key: MergeRequestKey): Promise<unknown> {
    if (error instanceof DraftUnchangedError) ignoreFailure(this.#store.refresh(key));
    if (!isApiError(error)) return error;
    await refuseIfArchived(this.#store, action, key, error);
    await this.#explainRefusal(action, key, error);
    return new MergeRequestActionFailedError(action, key.iid, error);
  }

  /**
   * Reads the merge request again, because a refusal means that the known state is outdated. Throws
   * `MergeRequestRefusedError` if its state is the reason of the refusal.
   */
  async #explainRefusal(
    action: MergeRequestAction,
    key: MergeRequestKey,
    { kind, status }: ApiError,
  ): Promise<void> {
    if (status === undefined) return;
    const reading = orUndefined(this.#store.refresh(key));
    const known = REFUSED.includes(kind) ? await reading : undefined;
    if (known === undefined) return;
    const obstacle = obstacleToMergeRequest(action, { ...known, ...partFactsOf(this.#store, key) });
    if (obstacle !== undefined)
      throw new MergeRequestRefusedError(action, key.iid, obstacle, known.detailed_merge_status);
  }

  /** Detects an approval that requires the user's password, which only the server's web interface asks for. */
  async #orPassword<T>(key: MergeRequestKey, approving: Promise<T>): Promise<T> {
    try {
      return await approving;
    } catch (error) {
      if (!isApiError(error, 'unauthorized')) throw error;
      const approvals = await orUndefined(this.#store.refreshPart(key, 'approvals'));
      if (approvals?.require_password_to_approve !== true) throw error;
      throw new MergeRequestRefusedError('approve', key.iid, 'needs-password');
    }
  }

  /** Returns the merge request; throws `MergeRequestRefusedError` if the action isn't allowed. */
  async #allowed(
    action: MergeRequestAction,
    key: MergeRequestKey,
    needsFresh: boolean,
  ): Promise<MergeRequest> {
    const obstacleIn = (known: MergeRequest) =>
      obstacleToMergeRequest(action, { ...known, ...partFactsOf(this.#store, key) });
    // Data from lists may be hours old (server-behavior.md#stale-lists), so an action is only refused based
    // on the merge request itself.
    const wasRead = this.#store.isRead(key);
    let known = await this.#store.get(key);
    if (wasRead && (needsFresh || obstacleIn(known) !== undefined)) {
      // Approvals affect two actions and may be outdated as well.
      const approvals = this.#store.hasPart(key, 'approvals')
        ? orUndefined(this.#store.refreshPart(key, 'approvals'))
        : undefined;
      [known] = await Promise.all([this.#store.refresh(key), approvals]);
    }
    const obstacle = obstacleIn(known);
    if (obstacle === undefined) return known;
    await refuseIfArchived(this.#store, action, key, obstacle);
    throw new MergeRequestRefusedError(action, key.iid, obstacle, known.detailed_merge_status);
  }

  /**
   * Applies the response to the store, then reads the merge request, lists, and changed parts in the
   * background. Ignores failures of these reads, because the next refresh reports them.
   */
  #apply(
    key: MergeRequestKey,
    response: MergeRequest | undefined,
    changed: readonly MergeRequestPart[],
    approved?: string,
  ): void {
    const before = this.#store.peek(key);
    const action = this.doing(key);
    if (response !== undefined) this.#store.apply(key, response);
    const reads = [
      this.#store.refresh(key).then((after) => {
        this.#acted.fire({ key, action, before, after, approved });
      }),
      this.#store.reloadLists(key),
      ...changed
        .filter((name) => this.#store.hasPart(key, name))
        .map((name) => this.#store.refreshPart(key, name)),
    ];
    background(Promise.allSettled(reads));
  }
}
