import type { Client } from '../api/client';
import { approveMergeRequest, unapproveMergeRequest } from '../api/endpoints/discussions';
import {
  acceptMergeRequest,
  cancelAutoMerge,
  createTodo,
  getMergeRef,
  subscribe,
  unsubscribe,
} from '../api/endpoints/merge-request-actions';
import {
  createMergeRequestPipeline,
  deleteMergeRequest,
  updateMergeRequest,
} from '../api/endpoints/merge-requests';
import type { ArgsOf } from '../api/endpoint';
import { isApiError } from '../api/errors';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { draftTitle, readyTitle } from '../domain/draft-title';
import {
  MergeRequestActionFailed,
  MergeRequestBusy,
  MergeRequestRefused,
  obstacleToMergeRequest,
  type MergeRequestAction,
} from '../domain/merge-request-rules';
import type { MergeRequest } from '../schemas/merge-request';
import type { PipelineDetail } from '../schemas/pipeline';
import { headMoved } from './head-moved';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { PartName } from './merge-request-parts';
import type { MergeRequests } from './merge-requests';
import { rebase, type RebaseOutcome } from './rebase';

/** Actions that take nothing but the merge request. */
export type PlainAction =
  | 'cancelAutoMerge'
  | 'close'
  | 'reopen'
  | 'markDraft'
  | 'markReady'
  | 'delete'
  | 'approve'
  | 'unapprove'
  | 'subscribe'
  | 'unsubscribe'
  | 'addTodo'
  | 'lockDiscussion'
  | 'unlockDiscussion';

/** `already` where the server says that it was so before (doc 2 §7: 304). */
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

/** What an edit sends; at least one of them. `labels: []` takes all away, 0 takes a milestone away. */
export type MergeRequestEdit = Omit<
  ArgsOf<typeof updateMergeRequest>,
  'id' | 'merge_request_iid' | 'state_event'
>;

/** Thrown before anything is sent where somebody else changed what is being edited since it was read. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict';
  /** As it is on the server now. */
  readonly current: MergeRequest;

  constructor(current: MergeRequest) {
    super(`merge request ${current.iid} was changed since it was read`);
    this.current = current;
  }
}

const args = ({ project, iid }: MergeRequestKey) => ({ id: project, merge_request_iid: iid });

interface Plain {
  /** Undefined where it was so before. `null`: done, and nothing is told about it. */
  readonly call: (
    client: Client,
    key: MergeRequestKey,
    known: MergeRequest,
  ) => Promise<MergeRequest | null | undefined>;
  readonly changes?: readonly PartName[];
}

const edit = (
  client: Client,
  key: MergeRequestKey,
  changes: MergeRequestEdit & { state_event?: 'close' | 'reopen' },
) => client.call(updateMergeRequest, { ...args(key), ...changes });

const PLAIN: Readonly<Record<PlainAction, Plain>> = {
  close: { call: (client, key) => edit(client, key, { state_event: 'close' }) },
  reopen: { call: (client, key) => edit(client, key, { state_event: 'reopen' }) },
  markDraft: { call: (client, key, { title }) => edit(client, key, { title: draftTitle(title) }) },
  markReady: { call: (client, key, { title }) => edit(client, key, { title: readyTitle(title) }) },
  lockDiscussion: { call: (client, key) => edit(client, key, { discussion_locked: true }) },
  unlockDiscussion: { call: (client, key) => edit(client, key, { discussion_locked: false }) },
  subscribe: { call: (client, key) => client.call(subscribe, args(key)) },
  unsubscribe: { call: (client, key) => client.call(unsubscribe, args(key)) },
  addTodo: {
    call: async (client, key) =>
      (await client.call(createTodo, args(key))) === undefined ? undefined : null,
  },
  cancelAutoMerge: {
    call: async (client, key) => {
      // Some servers answer with a merge request, others with a word: it is read again in any case.
      await client.call(cancelAutoMerge, args(key));
      return null;
    },
  },
  approve: {
    // Approved is what was looked at.
    call: async (client, key, { sha }) => {
      await client.call(approveMergeRequest, { ...args(key), ...(sha ? { sha } : {}) });
      return null;
    },
    changes: ['approvals'],
  },
  unapprove: {
    call: async (client, key) => {
      await client.call(unapproveMergeRequest, args(key));
      return null;
    },
    changes: ['approvals'],
  },
  delete: {
    call: async (client, key) => {
      await client.call(deleteMergeRequest, args(key));
      return null;
    },
  },
};

/** Does things to merge requests: one thing at a time to each. Nothing that is sent here is sent twice. */
export class MergeRequestActions implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #store: MergeRequests;
  readonly #clock: Clock;
  readonly #doing = new Map<string, MergeRequestAction>();
  readonly #busy = new Emitter<MergeRequestKey>();

  /** A merge request became busy, or is no longer. */
  readonly onDidChangeBusy = this.#busy.event;

  constructor(clientFor: (base: string) => Client, store: MergeRequests, clock: Clock) {
    this.#clientFor = clientFor;
    this.#store = store;
    this.#clock = clock;
  }

  /** What is being done to a merge request at this moment. */
  doing(key: MergeRequestKey): MergeRequestAction | undefined {
    return this.#doing.get(mergeRequestId(key));
  }

  run(action: PlainAction, key: MergeRequestKey): Promise<PlainOutcome> {
    return this.#do(action, key, async (client, known) => {
      const { call, changes = [] } = PLAIN[action];
      const answer = await call(client, key, known);
      if (answer === undefined) return 'already';
      if (action === 'delete') this.#store.deleted(key);
      else this.#took(key, answer ?? undefined, changes);
      return 'done';
    });
  }

  /**
   * Merges, or sets it to merge by itself. Rejects with `HeadMoved` where the source branch has other commits than
   * the one that was looked at: then nothing was merged.
   */
  merge(key: MergeRequestKey, options: MergeOptions): Promise<MergeRequest> {
    return this.#do(options.auto === true ? 'setAutoMerge' : 'merge', key, async (client) => {
      try {
        const merged = await client.call(acceptMergeRequest, { ...args(key), ...bodyOf(options) });
        this.#took(key, merged, ['pipelines']);
        return merged;
      } catch (error) {
        if (isApiError(error, 'conflict')) throw await headMoved(this.#store, key, options.sha, error);
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
      this.#took(key, undefined, ['commits', 'pipelines']);
      return outcome;
    });
  }

  /** Rejects with `EditConflict` where one of the named fields is not what it was when `basedOn` was read. */
  edit(key: MergeRequestKey, changes: MergeRequestEdit, basedOn?: MergeRequest): Promise<MergeRequest> {
    const action: MergeRequestAction = changes.target_branch === undefined ? 'edit' : 'changeTarget';
    return this.#do(action, key, async (client) => {
      if (basedOn !== undefined) {
        const current = await this.#store.refresh(key);
        const same = current.updated_at === basedOn.updated_at || isUntouched(changes, basedOn, current);
        if (!same) throw new EditConflict(current);
      }
      const answer = await edit(client, key, changes);
      this.#took(key, answer, changes.reviewer_ids === undefined ? [] : ['reviewers', 'participants']);
      return answer;
    });
  }

  /** Undefined where the server makes it later. */
  createPipeline(key: MergeRequestKey): Promise<PipelineDetail | undefined> {
    return this.#do('createPipeline', key, async (client) => {
      const pipeline = await client.call(createMergeRequestPipeline, args(key));
      this.#took(key, undefined, ['pipelines']);
      return pipeline;
    });
  }

  /** The commit that merging now would give. */
  previewMerge(key: MergeRequestKey, signal?: AbortSignal): Promise<string> {
    return this.#do(
      'previewMerge',
      key,
      async (client) => (await client.call(getMergeRef, args(key), { signal })).commit_id,
    );
  }

  dispose(): void {
    this.#busy.dispose();
  }

  async #do<T>(
    action: MergeRequestAction,
    key: MergeRequestKey,
    act: (client: Client, known: MergeRequest) => Promise<T>,
  ): Promise<T> {
    const id = mergeRequestId(key);
    const running = this.#doing.get(id);
    if (running !== undefined) throw new MergeRequestBusy(key.iid, running);
    this.#doing.set(id, action);
    this.#busy.fire(key);
    try {
      // What a list tells may be hours old (doc 2 §4): the single form decides.
      const known = await this.#store.get(key);
      const facts = { ...known, approvals: this.#store.peekPart(key, 'approvals') };
      const obstacle = obstacleToMergeRequest(action, facts);
      if (obstacle !== undefined) throw new MergeRequestRefused(action, key.iid, obstacle);
      return await act(this.#clientFor(key.base), known);
    } catch (error) {
      throw isApiError(error) ? new MergeRequestActionFailed(action, key.iid, error) : error;
    } finally {
      this.#doing.delete(id);
      this.#busy.fire(key);
    }
  }

  /** Tells the store; what the answer leaves open is read again. What cannot be read is told by the next look. */
  #took(key: MergeRequestKey, answer: MergeRequest | undefined, changed: readonly PartName[]): void {
    if (answer !== undefined) this.#store.took(key, answer);
    const reads = [
      this.#store.refresh(key),
      this.#store.relist(key),
      ...changed.map((name) => this.#store.refreshPart(key, name)),
    ];
    void Promise.allSettled(reads);
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

/** True where nobody changed the texts that an edit replaces. */
function isUntouched(changes: MergeRequestEdit, before: MergeRequest, now: MergeRequest): boolean {
  return (
    (changes.title === undefined || before.title === now.title) &&
    (changes.description === undefined || (before.description ?? '') === (now.description ?? ''))
  );
}
