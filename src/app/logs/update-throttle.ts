import { background } from '../../base/background';
import type { Clock } from '../../base/clock';

/** Bytes until the first update: the first page. */
const FIRST_BYTES = 200_000;
/** Bytes between later updates. */
const MORE_BYTES = 500_000;
/** Milliseconds after which slowly arriving bytes are reported. */
const SLOW_MS = 100;

/** Limits the number of updates while a log is read: the first page immediately, then at intervals. */
export class UpdateThrottle {
  readonly #clock: Clock;
  readonly #notify: (keep: number | undefined) => void;
  readonly #ended = new AbortController();
  #due = FIRST_BYTES;
  #bytes = 0;
  #keep: number | undefined;
  #waits = false;

  constructor(clock: Clock, notify: (keep: number | undefined) => void) {
    this.#clock = clock;
    this.#notify = notify;
  }

  came(bytes: number, keep: number | undefined): void {
    this.#bytes += bytes;
    this.#keep = earlier(this.#keep, keep);
    if (this.#bytes >= this.#due) this.#flush();
    else if (!this.#waits) background(this.#flushLater());
  }

  /** Stops reporting. Returns the first unreported changed line. */
  end(): number | undefined {
    this.#ended.abort();
    const keep = this.#keep;
    this.#keep = undefined;
    return keep;
  }

  #flush(): void {
    const keep = this.#keep;
    this.#bytes = 0;
    this.#keep = undefined;
    this.#due = MORE_BYTES;
    this.#notify(keep);
  }

  async #flushLater(): Promise<void> {
    this.#waits = true;
    try {
      await this.#clock.wait(SLOW_MS, this.#ended.signal);
      if (this.#bytes > 0) this.#flush();
    } catch {
      // Stopped. The caller of `end` reports the rest.
    } finally {
      this.#waits = false;
    }
  }
}

/** The earlier of two lines; undefined if nothing changed. */
export const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
