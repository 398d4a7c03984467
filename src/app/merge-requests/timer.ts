import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { runningTimerSchema } from '../../schemas/stored-merge-requests';
import type { MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

const MEMORY = 'timeTimer';

/** Time that is being taken. Plain data: it is kept between sessions. */
export interface RunningTimer {
  readonly key: MergeRequestKey;
  /** The branch that was checked out when it began; undefined where that was not that of the merge request. */
  readonly branch: string | undefined;
  /** Unix milliseconds. */
  readonly since: number;
}

/** Takes the time that is spent on one merge request of the workspace. It goes on while the window is closed. */
export class TimeTimer implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #left = new Emitter<RunningTimer>();
  readonly #subscription: Disposable;
  #running: RunningTimer | undefined;
  /** The branch that a person went to and was asked about. */
  #askedFor: string | undefined;

  /** It was started or stopped. */
  readonly onDidChange = this.#changed.event;
  /** Another branch was checked out while it runs: told once for each. */
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

  /** Seconds so far; 0 where the clock was set back. */
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

  /** Told of the branch that is checked out now. */
  branchIs(branch: string | undefined): void {
    const running = this.#running;
    if (running?.branch === undefined || branch === undefined) return;
    if (branch === running.branch) {
      this.#askedFor = undefined;
      return;
    }
    if (branch === this.#askedFor) return;
    this.#askedFor = branch;
    this.#left.fire(running);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#left.dispose();
  }

  async #keep(timer: RunningTimer | undefined): Promise<void> {
    this.#running = timer;
    this.#askedFor = undefined;
    this.#changed.fire();
    await this.#memory.set(MEMORY, timer);
  }
}

/** What was kept, if it is what this version keeps. */
function readTimer(kept: unknown): RunningTimer | undefined {
  const read = runningTimerSchema.safeParse(kept);
  if (!read.success) return undefined;
  const { key, branch, since } = read.data;
  return { key, branch, since };
}
