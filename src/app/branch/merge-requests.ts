import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { isChecking } from '../../domain/merge-requests/merge-status';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { MergeRequestKey, ProjectKey } from '../shared/keys';
import { type CheckedOutHead, mergeRequestsOf } from './merge-requests-of';

/**
 * Milliseconds after which merge requests are searched for again, because a branch rarely gets another one.
 */
const AGAIN_MS = 15 * 60_000;

/** Maximum number of reads while the server checks whether the branch can be merged. */
const MAX_CHECKS = 5;

/** Caches the merge requests of a branch, and retains them in the store. */
export class BranchMergeRequests implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #store: MergeRequests;
  readonly #clock: Clock;
  #keys: readonly MergeRequestKey[] = [];
  #readAt = -Infinity;
  #checks = 0;
  #holds = new DisposableStore();

  constructor(clientFor: (base: string) => Client, store: MergeRequests, clock: Clock) {
    this.#clientFor = clientFor;
    this.#store = store;
    this.#clock = clock;
  }

  /** The merge request that is shown: from the same commit, otherwise an open one, otherwise the newest. */
  get first(): MergeRequest | undefined {
    const [first] = this.#keys;
    return first && this.#store.peek(first);
  }

  /** IIDs of the merge requests from a project into itself. */
  within({ base, project }: ProjectKey): readonly number[] {
    const own = this.#keys.filter((key) => key.base === base && key.project === project);
    return own.flatMap((key) => (this.#store.peek(key)?.source_project_id === project ? [key.iid] : []));
  }

  /**
   * Searches for merge requests if that is due; otherwise reads the first one if `again` is set. Only the
   * detail endpoint contains the pipeline and starts the merge check (server-behavior.md#merge-check).
   */
  async read(of: CheckedOutHead, again: boolean, options: CallOptions): Promise<readonly MergeRequestKey[]> {
    const { base } = of.project;
    if (this.#clock.now() - this.#readAt < AGAIN_MS) {
      const [first] = this.#keys;
      if (first !== undefined && (again || this.#isChecked())) await this.#store.refresh(first, options);
      return this.#keys;
    }
    const found = await mergeRequestsOf(this.#clientFor(base), of, options);
    const keys = found.map(({ project_id: project, iid }) => ({ base, project, iid }));
    const before = this.#holds;
    this.#holds = new DisposableStore();
    for (const key of keys) this.#holds.add(this.#store.retain(key));
    before.dispose();
    await Promise.all(keys.map((key) => this.#store.refresh(key, options)));
    this.#keys = keys;
    this.#readAt = this.#clock.now();
    this.#checks = 0;
    return keys;
  }

  /** True while the server checks whether it can be merged. */
  #isChecked(): boolean {
    const { first } = this;
    return first !== undefined && isChecking(first) && this.#checks++ < MAX_CHECKS;
  }

  /** Makes the next read search again, because the branch may have other merge requests. */
  expire(): void {
    this.#readAt = -Infinity;
  }

  /** Removes everything after the branch or account changed. */
  forget(): void {
    this.#holds.dispose();
    this.#holds = new DisposableStore();
    this.#keys = [];
    this.#readAt = -Infinity;
  }

  dispose(): void {
    this.#holds.dispose();
  }
}
