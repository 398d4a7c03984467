import { AbortError } from '../../base/abort';
import type { Clock } from '../../base/clock';
import { isMoving } from '../../domain/jobs/status';
import type { Job } from '../../schemas/job';

/** Whether somebody sees a log: its editor is visible, lies behind another one, or is closed. */
export type Attention = 'watched' | 'hidden' | 'none';

/** Milliseconds between two reads of a log that grows; grows itself while nothing new comes. */
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** The same for a job that waits for a person, or did nothing for an hour. */
const STILL_WAIT_MS = 30_000;
const HIDDEN_WAIT_MS = 60_000;
/** A server that sends the whole log each time gets this long for each megabyte of it. */
const WAIT_PER_MEGABYTE_MS = 1_000;

/** How long to wait between two reads of one log. */
export class PollBackoff {
  readonly #clock: Clock;
  #attention: Attention = 'none';
  #wait = MIN_WAIT_MS;
  #waiting: AbortController | undefined;
  #hurries = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set attention(attention: Attention) {
    if (attention === this.#attention) return;
    this.#attention = attention;
    this.#waiting?.abort();
  }

  /** Something happened to the job: the next read is due at once. */
  pollNow(): void {
    this.#wait = MIN_WAIT_MS;
    this.#hurries = true;
    this.#waiting?.abort();
  }

  /** Another log, or the same from its beginning. */
  begin(): void {
    this.#wait = MIN_WAIT_MS;
  }

  /** Tells what the last read brought. `transferred`: bytes that the server sent for it. */
  read(grew: boolean, transferred: number): void {
    const least = Math.min((transferred / 1_000_000) * WAIT_PER_MEGABYTE_MS, MAX_WAIT_MS);
    const wait = grew ? MIN_WAIT_MS : Math.min(this.#wait * 1.5, MAX_WAIT_MS);
    this.#wait = Math.max(wait, least);
  }

  /** Waits until the next read is due. Whoever begins to look makes that sooner. */
  async rest(job: Job | undefined, signal: AbortSignal): Promise<void> {
    const since = this.#clock.now();
    for (;;) {
      if (this.#hurries) {
        this.#hurries = false;
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

  /** Undefined where nothing is worth asking until somebody looks. */
  #waitMs(job: Job | undefined): number | undefined {
    const moving = job === undefined || isMoving(job, this.#clock.now());
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
