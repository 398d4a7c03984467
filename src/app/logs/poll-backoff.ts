import { AbortError } from '../../base/abort';
import type { Clock } from '../../base/clock';
import { isActive } from '../../domain/jobs/status';
import type { Job } from '../../schemas/job';

/** Visibility of a log: its editor is visible, is a hidden tab, or is closed. */
export type LogVisibility = 'watched' | 'hidden' | 'none';

/** Milliseconds between two reads of a growing log. Increases while the log doesn't grow. */
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** Milliseconds between two reads for jobs that wait for user action or haven't changed for an hour. */
const STILL_WAIT_MS = 30_000;
const HIDDEN_WAIT_MS = 60_000;
/** Additional wait per megabyte, for servers that send the whole log each time. */
const WAIT_PER_MEGABYTE_MS = 1_000;

/** Calculates the wait between two reads of a log. */
export class PollBackoff {
  readonly #clock: Clock;
  #attention: LogVisibility = 'none';
  #wait = MIN_WAIT_MS;
  #waiting: AbortController | undefined;
  #isPollDue = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set attention(attention: LogVisibility) {
    if (attention === this.#attention) return;
    this.#attention = attention;
    this.#waiting?.abort();
  }

  /** Makes the next read due immediately, because the job changed. */
  pollNow(): void {
    this.#wait = MIN_WAIT_MS;
    this.#isPollDue = true;
    this.#waiting?.abort();
  }

  /** Resets the wait for a log that is read from the start. */
  begin(): void {
    this.#wait = MIN_WAIT_MS;
  }

  /** Records the result of the last read. `transferred` is the number of bytes sent by the server. */
  read(grew: boolean, transferred: number): void {
    const least = Math.min((transferred / 1_000_000) * WAIT_PER_MEGABYTE_MS, MAX_WAIT_MS);
    const wait = grew ? MIN_WAIT_MS : Math.min(this.#wait * 1.5, MAX_WAIT_MS);
    this.#wait = Math.max(wait, least);
  }

  /** Waits until the next read is due. A change of `attention` recalculates the wait. */
  async rest(job: Job | undefined, signal: AbortSignal): Promise<void> {
    const since = this.#clock.now();
    for (;;) {
      if (this.#isPollDue) {
        this.#isPollDue = false;
        return;
      }
      const wait = this.#waitMs(job);
      const left = wait === undefined ? undefined : since + wait - this.#clock.now();
      if (left !== undefined && left <= 0) return;
      this.#waiting = new AbortController();
      const either = AbortSignal.any([signal, this.#waiting.signal]);
      try {
        await (left === undefined ? untilAborted(either) : this.#clock.wait(left, either));
      } catch (error) {
        if (signal.aborted) throw error;
      }
    }
  }

  /** Undefined if the log isn't read until it becomes visible. */
  #waitMs(job: Job | undefined): number | undefined {
    const moving = job === undefined || isActive(job, this.#clock.now());
    if (this.#attention === 'watched') return moving ? this.#wait : STILL_WAIT_MS;
    return this.#attention === 'hidden' && moving ? HIDDEN_WAIT_MS : undefined;
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => {
      reject(new AbortError());
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
