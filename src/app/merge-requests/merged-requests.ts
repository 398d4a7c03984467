import { ignoreFailure } from '../../base/background';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import type { MergeRequest } from '../../schemas/merge-request';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { MergeRequestActed } from './actions';
import type { MergeRequests } from './merge-requests';

export interface MergedRequestsDeps {
  readonly store: Pick<MergeRequests, 'peek' | 'refresh' | 'onDidChange'>;
  readonly actions: {
    doing(key: MergeRequestKey): unknown;
    readonly onDidAct: Event<Pick<MergeRequestActed, 'key' | 'after'>>;
  };
  /** Fires with the merge request of the checked-out branch. */
  readonly branch: Event<
    { readonly base: string; readonly mergeRequest: MergeRequest | undefined } | undefined
  >;
  /** Called once per session for each merged merge request, except for merges by a command in this window. */
  readonly merged: (key: MergeRequestKey) => void;
}

/** Maximum number of auto-merge merge requests that are checked when a list changes. */
const MAX_AWAITED = 5;

/**
 * Detects merges by other means than a command in this window: in a browser, by other users, or by
 * auto-merge. Covers merge requests that were open in this session, and the one of the checked-out branch.
 */
export class MergedRequests implements Disposable {
  readonly #deps: MergedRequestsDeps;
  readonly #subscriptions = new DisposableStore();
  readonly #opened = new Set<string>();
  readonly #notified = new Set<string>();
  /** Merge requests that were set to auto-merge in this window. Lists don't show when they are merged. */
  readonly #awaited = new LruMap<string, MergeRequestKey>(MAX_AWAITED);
  readonly #refreshing = new Set<string>();

  constructor(deps: MergedRequestsDeps) {
    this.#deps = deps;
    const { store, actions, branch } = deps;
    for (const subscription of [
      store.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#see(change.key);
        if (changes.some(({ kind }) => kind === 'list')) this.#askForAwaited();
      }),
      actions.onDidAct(({ key, after }) => {
        this.#await(key, after);
      }),
      branch((facts) => {
        const of = facts?.mergeRequest;
        if (of?.state === 'merged')
          this.#notify({ base: facts?.base ?? '', project: of.project_id, iid: of.iid });
      }),
    ])
      this.#subscriptions.add(subscription);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #see(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    const state = this.#deps.store.peek(key)?.state;
    if (state === 'opened') this.#opened.add(id);
    if (state === 'merged' && this.#opened.delete(id)) this.#notify(key);
  }

  #await(key: MergeRequestKey, { state, merge_when_pipeline_succeeds: isAwaited }: MergeRequest): void {
    const id = mergeRequestId(key);
    if (state === 'opened' && isAwaited) this.#awaited.set(id, key);
    else this.#awaited.delete(id);
  }

  /** A merge removes a merge request from lists, so a changed list may mean that it was merged. */
  #askForAwaited(): void {
    for (const [id, key] of this.#awaited.entries()) {
      if (this.#refreshing.has(id)) continue;
      this.#refreshing.add(id);
      ignoreFailure(
        this.#deps.store
          .refresh(key, { priority: 'background' })
          .then((after) => {
            this.#await(key, after);
          })
          .finally(() => this.#refreshing.delete(id)),
      );
    }
  }

  #notify(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    if (this.#notified.has(id)) return;
    this.#notified.add(id);
    // The merge command offers the next steps.
    if (this.#deps.actions.doing(key) === undefined) this.#deps.merged(key);
  }
}
