import { isAbort } from '../../base/abort';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Poller } from './poller';

/** Milliseconds after which a poll is slow. */
export const SLOW_MS = 2_000;

/** Whether a poll takes long, for example because the server doesn't answer. */
export class SlowPolls implements Disposable {
  readonly #clock: Clock;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>();
  /** The wait for the running polls. */
  #waiting: AbortController | undefined;
  #isSlow = false;

  readonly onDidChange = this.#changed.event;

  constructor(poller: Pick<Poller, 'onDidChangeRunning'>, clock: Clock) {
    this.#clock = clock;
    this.#subscription = poller.onDidChangeRunning((count) => {
      if (count === 0) this.#stop();
      else if (this.#waiting === undefined) background(this.#wait());
    });
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  dispose(): void {
    this.#stop();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #wait(): Promise<void> {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      await this.#clock.wait(SLOW_MS, signal);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
    if (!signal.aborted) this.#set(true);
  }

  #stop(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
    this.#set(false);
  }

  #set(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    this.#changed.fire();
  }
}
