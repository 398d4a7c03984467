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
  /** What is checked out. */
  readonly branch: Event<
    { readonly base: string; readonly mergeRequest: MergeRequest | undefined } | undefined
  >;
  /** Told once in a session of each that was merged, but not of those that are being merged here. */
  readonly merged: (key: MergeRequestKey) => void;
}

/** So many that are set to auto-merge here are asked about when a list changed. */
const MAX_AWAITED = 5;

/**
 * Notices merges that were not made by a command here: in a browser, by others, or by auto-merge. Only those count
 * that were open in this session, and that of the branch that is checked out.
 */
export class MergedRequests implements Disposable {
  readonly #deps: MergedRequestsDeps;
  readonly #subscriptions = new DisposableStore();
  readonly #opened = new Set<string>();
  readonly #told = new Set<string>();
  /** Set to auto-merge here: no list tells when they are merged. */
  readonly #awaited = new LruMap<string, MergeRequestKey>(MAX_AWAITED);
  readonly #asking = new Set<string>();

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

  /** A merge takes them out of lists, so a list that changed is reason to ask. */
  #askForAwaited(): void {
    for (const [id, key] of this.#awaited.entries()) {
      if (this.#asking.has(id)) continue;
      this.#asking.add(id);
      this.#deps.store
        .refresh(key, { priority: 'background' })
        .then((after) => {
          this.#await(key, after);
        })
        // The next list that changes asks again.
        .catch(() => undefined)
        .finally(() => this.#asking.delete(id));
    }
  }

  #notify(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    if (this.#told.has(id)) return;
    this.#told.add(id);
    // Who merges here is offered what follows by the command.
    if (this.#deps.actions.doing(key) === undefined) this.#deps.merged(key);
  }
}
