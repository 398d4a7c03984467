import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { Backpressure } from './backpressure';
import { slicesOf } from './slices';
import type { LogState, LogUpdate } from './state';
import { unfoldAll } from './unfold';
import { earlier, UpdateThrottle } from './update-throttle';
import { LogWindow, type WindowNotices } from './window';

export interface LogOutputDeps {
  readonly clock: Clock;
  readonly notices: WindowNotices;
  /** Raw bytes that are shown at the most; asked when reading begins. */
  readonly largest: () => number;
}

/** What a look tells of a log while it comes. */
export type Reading = Omit<Extract<LogState, { kind: 'lines' }>, 'complete'>;

/** Bytes as they come. `skip`: how many of the first ones are here already. */
export interface Incoming {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly skip: number;
}

/** Told of bytes that are taken in, and where in the raw log they are; the next ones wait for it. */
type Written = (at: number, bytes: Uint8Array) => Promise<void>;

/** What is shown of a log, and what was told of it. */
export class LogOutput implements Disposable {
  readonly #deps: LogOutputDeps;
  readonly #updates = new Emitter<LogUpdate>();
  #window: LogWindow;
  #state: LogState = { kind: 'loading' };
  /** The first line that may have changed since the last update. */
  #owed: number | undefined;
  readonly backlog: Backpressure;
  readonly onDidUpdate = this.#updates.event;

  constructor(deps: LogOutputDeps) {
    this.#deps = deps;
    this.backlog = new Backpressure(deps.clock);
    this.#window = this.#newWindow(0);
  }

  get state(): LogState {
    return this.#state;
  }

  /** Another one after a reset. */
  get window(): LogWindow {
    return this.#window;
  }

  /** Loads anew, without telling of it. */
  load(): void {
    this.#state = { kind: 'loading' };
  }

  /** Forgets what was read; what comes next begins with this byte of the raw log. */
  reset(from: number): void {
    this.#window = this.#newWindow(from);
    this.#owed = undefined;
  }

  notify(state: LogState, keep?: number): void {
    this.#state = state;
    const first = earlier(this.#owed, keep);
    this.#owed = undefined;
    this.#updates.fire({ state, keep: first });
  }

  /** Takes in what comes, and tells of it now and then. `missing`: bytes that the stream was shorter than what is here. */
  async pour(
    { stream, skip }: Incoming,
    state: Reading,
    written: Written,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: number; readonly missing: number }> {
    const window = this.#window;
    const teller = new UpdateThrottle(this.#deps.clock, (keep) => {
      if (!signal.aborted && window.read > window.from) this.notify({ ...state, complete: false }, keep);
    });
    let bytes = 0;
    let missing = skip;
    try {
      for await (const piece of slicesOf(stream)) {
        signal.throwIfAborted();
        bytes += piece.length;
        const fresh = piece.subarray(Math.min(missing, piece.length));
        missing -= piece.length - fresh.length;
        if (fresh.length === 0) continue;
        const at = window.read;
        teller.came(fresh.length, window.push(fresh));
        await written(at, fresh);
        if (window.full) break;
        await this.backlog.shrinks(signal);
      }
      // What was begun anew meanwhile has another window.
      signal.throwIfAborted();
      return { bytes, missing };
    } finally {
      // What was not told yet goes with whatever is told next.
      this.#owed = earlier(this.#owed, teller.end());
    }
  }

  async settle(state: Reading, over: boolean, signal: AbortSignal): Promise<void> {
    const { backlog } = this;
    const changed = (keep: number): void => {
      this.#owed = earlier(this.#owed, keep);
    };
    const report = (): void => {
      this.notify({ ...state, complete: false });
    };
    await unfoldAll(this.#window, { changed, report, backlog, signal });
    this.notify({ ...state, complete: true }, this.#window.settle(over));
  }

  dispose(): void {
    this.#updates.dispose();
  }

  #newWindow(from: number): LogWindow {
    const { largest, notices } = this.#deps;
    return new LogWindow({ from, largest: largest(), notices });
  }
}
