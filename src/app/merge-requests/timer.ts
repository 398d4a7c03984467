import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { runningTimerSchema } from '../../schemas/stored/merge-requests';
import type { MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

const MEMORY = 'timeTimer';

/** A running timer. Plain data, because it is stored between sessions. */
export interface RunningTimer {
  readonly key: MergeRequestKey;
  /** The branch that was checked out at the start; undefined if it wasn't the merge request's branch. */
  readonly branch: string | undefined;
  /** Unix milliseconds. */
  readonly since: number;
}

/** Measures the time spent on one merge request of the workspace. Continues while the window is closed. */
export class TimeTimer implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #left = new Emitter<RunningTimer>();
  readonly #subscription: Disposable;
  #running: RunningTimer | undefined;
  /** The branch that `onDidLeaveBranch` last fired for. */
  #notifiedBranch: string | undefined;

  /** Fires when the timer starts or stops. */
  readonly onDidChange = this.#changed.event;
  /** Fires once per branch when another branch is checked out while the timer runs. */
  readonly onDidLeaveBranch = this.#left.event;

  constructor(memory: KeyValueStore, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
    this.#running = readTimer(memory.get(MEMORY));
    this.#subscription = memory.onDidForget(() => {
      const kept = readTimer(memory.get(MEMORY));
      if (kept !== undefined || this.#running === undefined) return;
      this.#running = undefined;
      this.#changed.fire();
    });
  }

  get running(): RunningTimer | undefined {
    return this.#running;
  }

  /** Elapsed seconds; 0 if the clock was set back. */
  get seconds(): number {
    if (this.#running === undefined) return 0;
    return Math.max(0, Math.round((this.#clock.now() - this.#running.since) / 1000));
  }

  async start(key: MergeRequestKey, branch: string | undefined): Promise<void> {
    await this.#keep({ key, branch, since: this.#clock.now() });
  }

  async stop(): Promise<void> {
    await this.#keep(undefined);
  }

  /** Sets the checked-out branch. */
  branchIs(branch: string | undefined): void {
    const running = this.#running;
    if (running?.branch === undefined || branch === undefined) return;
    if (branch === running.branch) {
      this.#notifiedBranch = undefined;
      return;
    }
    if (branch === this.#notifiedBranch) return;
    this.#notifiedBranch = branch;
    this.#left.fire(running);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#left.dispose();
  }

  async #keep(timer: RunningTimer | undefined): Promise<void> {
    this.#running = timer;
    this.#notifiedBranch = undefined;
    this.#changed.fire();
    await this.#memory.set(MEMORY, timer);
  }
}

/** Parses a stored timer; undefined if it isn't valid for this version. */
function readTimer(kept: unknown): RunningTimer | undefined {
  const read = runningTimerSchema.safeParse(kept);
  if (!read.success) return undefined;
  const { key, branch, since } = read.data;
  return { key, branch, since };
}
