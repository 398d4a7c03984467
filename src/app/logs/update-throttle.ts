import { background } from '../../base/background';
import type { Clock } from '../../base/clock';

/** The first screen: what is told of first. */
const FIRST_BYTES = 200_000;
/** Then so many bytes at a time. */
const MORE_BYTES = 500_000;
/** What comes slowly is told after this time, in milliseconds. */
const SLOW_MS = 100;

/** Says what came of a log: the beginning at once, then now and then, so that listeners are not called per packet. */
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

  /** Says no more; gives what was not said. */
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
      // It ended meanwhile, and whoever ended it says the rest.
    } finally {
      this.#waits = false;
    }
  }
}

/** Of two first lines the earlier; undefined where nothing changed. */
export const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
