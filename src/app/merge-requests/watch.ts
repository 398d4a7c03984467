import type { CallOptions } from '../../api/client';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { isLive } from '../../domain/jobs/status';
import { isChecking } from '../../domain/merge-requests/merge-status';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import { Poller } from '../shared/poller';
import { settleAll } from '../shared/settle-all';
import type { MergeRequests } from './merge-requests';
import type { MergeRequestPart } from './parts';

export interface MergeRequestWatchDeps {
  readonly store: MergeRequests;
  readonly clock: Clock;
  /** Polling interval in milliseconds while the merge request is changing; 0 disables automatic refreshes. */
  readonly interval: () => number;
}

/**
 * Refreshes a merge request and some of its parts while it is visible: at short intervals while the server
 * checks or rebases it or its pipeline runs, otherwise once per minute. Reads the parts only if the merge
 * request changed.
 */
export class MergeRequestWatch implements Disposable {
  readonly #deps: MergeRequestWatchDeps;
  readonly #key: MergeRequestKey;
  readonly #names: readonly MergeRequestPart[];
  readonly #parts = new DisposableStore();
  readonly #poller: Poller;
  /** State of the merge request at the last read of the parts. */
  #stamp: string | undefined;

  constructor(deps: MergeRequestWatchDeps, key: MergeRequestKey, names: readonly MergeRequestPart[]) {
    this.#deps = deps;
    this.#key = key;
    this.#names = names;
    this.#parts.add(deps.store.retain(key));
    this.#poller = this.#parts.add(
      new Poller({
        clock: deps.clock,
        poll: (signal, all) => this.#poll({ signal, priority: all ? 'foreground' : 'background' }, all),
        pace: () => (this.#moves() ? 'live' : 'idle'),
        interval: deps.interval,
        requests: () => deps.store.requests,
      }),
    );
  }

  /** Fires after each poll with the error, or undefined. */
  get onDidPoll() {
    return this.#poller.onDidPoll;
  }

  /** Enables polling while the merge request is visible. */
  set on(wanted: boolean) {
    this.#poller.on = wanted;
  }

  /** Polls at short intervals again after an action of the user. */
  markActive(): void {
    this.#poller.markActive();
  }

  /** Reads the merge request and all parts again. */
  refresh(signal: AbortSignal): Promise<void> {
    return this.#poller.refresh(signal);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #poll(options: CallOptions, all: boolean): Promise<void> {
    const { store } = this.#deps;
    const stamp = stampOf(await store.refresh(this.#key, options));
    if (!all && stamp === this.#stamp) return;
    // If a part fails, the others are still read; the first failure is thrown.
    const { failure } = await settleAll(
      this.#names.map((name) => store.refreshPart(this.#key, name, options)),
    );
    if (failure !== undefined) throw failure;
    this.#stamp = stamp;
  }

  #moves(): boolean {
    const known = this.#deps.store.peek(this.#key);
    return known !== undefined && (isChecking(known) || known.rebase_in_progress || runs(known));
  }
}

function runs({ state, head_pipeline: pipeline }: MergeRequest): boolean {
  return state === 'opened' && pipeline !== null && pipeline !== undefined && isLive(pipeline.status);
}

function stampOf({ updated_at: at, sha, state, head_pipeline: pipeline }: MergeRequest): string {
  return [at, sha, state, pipeline?.id, pipeline?.status].join(' ');
}
