import type { CallOptions } from '../api/client';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Clock } from '../base/clock';
import { isLive } from '../domain/job-status';
import { isChecking } from '../domain/merge-status';
import type { MergeRequest } from '../schemas/merge-request';
import type { MergeRequestKey } from './keys';
import type { PartName } from './merge-request-parts';
import type { MergeRequests } from './merge-requests';
import { Poller } from './poller';

export interface MergeRequestWatchPorts {
  readonly store: MergeRequests;
  readonly clock: Clock;
  /** Milliseconds between looks while something moves; 0: never by itself. */
  readonly interval: () => number;
}

/**
 * Keeps one merge request and some of its parts fresh while a person looks at it: soon while the server checks or
 * rebases it or its pipeline runs, else once a minute. Parts are read again only where something about it changed.
 */
export class MergeRequestWatch implements Disposable {
  readonly #ports: MergeRequestWatchPorts;
  readonly #key: MergeRequestKey;
  readonly #names: readonly PartName[];
  readonly #parts = new DisposableStore();
  readonly #poller: Poller;
  /** As it was when the parts were read last. */
  #stamp: string | undefined;

  constructor(ports: MergeRequestWatchPorts, key: MergeRequestKey, names: readonly PartName[]) {
    this.#ports = ports;
    this.#key = key;
    this.#names = names;
    this.#parts.add(ports.store.hold(key));
    this.#poller = this.#parts.add(
      new Poller({
        clock: ports.clock,
        look: (signal, all) => this.#look({ signal, priority: all ? 'foreground' : 'background' }, all),
        pace: () => (this.#moves() ? 'live' : 'idle'),
        interval: ports.interval,
        requests: () => ports.store.requests,
      }),
    );
  }

  /** After each look: what it failed with, or undefined. */
  get onDidLook() {
    return this.#poller.onDidLook;
  }

  /** Whether somebody looks at it now. */
  set on(wanted: boolean) {
    this.#poller.on = wanted;
  }

  /** Something was done to it: what follows is of interest. */
  attend(): void {
    this.#poller.attend();
  }

  /** Reads all again. */
  refresh(signal: AbortSignal): Promise<void> {
    return this.#poller.refresh(signal);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #look(options: CallOptions, all: boolean): Promise<void> {
    const { store } = this.#ports;
    const stamp = stampOf(await store.refresh(this.#key, options));
    if (!all && stamp === this.#stamp) return;
    // A part that cannot be had does not keep the others away; the first failure is told.
    const outcomes = await Promise.allSettled(
      this.#names.map((name) => store.refreshPart(this.#key, name, options)),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    this.#stamp = stamp;
  }

  #moves(): boolean {
    const known = this.#ports.store.peek(this.#key);
    return known !== undefined && (isChecking(known) || known.rebase_in_progress || runs(known));
  }
}

function runs({ state, head_pipeline: pipeline }: MergeRequest): boolean {
  return state === 'opened' && pipeline !== null && pipeline !== undefined && isLive(pipeline.status);
}

function stampOf({ updated_at: at, sha, state, head_pipeline: pipeline }: MergeRequest): string {
  return [at, sha, state, pipeline?.id, pipeline?.status].join(' ');
}
