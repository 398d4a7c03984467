import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { nextTurn } from '../../base/slices';
import { Backpressure } from './backpressure';
import { slicesOf } from './slices';
import type { LogState, LogUpdate } from './state';
import { earlier, UpdateThrottle } from './update-throttle';
import { LogWindow, type WindowNotices } from './window';

export interface LogOutputDeps {
  readonly clock: Clock;
  readonly notices: WindowNotices;
  /** Returns the maximum number of raw bytes to show. Called when reading starts. */
  readonly largest: () => number;
}

/** The state of a log while it is read. */
export type PartialLogState = Omit<Extract<LogState, { kind: 'lines' }>, 'complete'>;

/** Incoming bytes. */
export interface IncomingBytes {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Number of leading bytes that are already known. */
  readonly skip: number;
  /**
   * Called once, when more bytes came than are shown of the start. True if the rest of the stream isn't needed, because
   * the end of the log is read from another one.
   */
  readonly endsEarly?: (() => Promise<boolean>) | undefined;
}

/** Called with new bytes and their offset in the raw log. Reading continues when it resolves. */
export type WriteBytes = (at: number, bytes: Uint8Array) => Promise<void>;

/** The number of bytes that came, and by how many they are too few. */
export interface Appended {
  readonly bytes: number;
  readonly missing: number;
}

/** The shown part of a log, and its state. */
export class LogOutput implements Disposable {
  readonly #deps: LogOutputDeps;
  readonly #updates = new Emitter<LogUpdate>();
  #window: LogWindow;
  #state: LogState = { kind: 'loading' };
  /** The first line that may have changed since the last update. */
  #firstPending: number | undefined;
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

  /** Replaced by another window after a reset. */
  get window(): LogWindow {
    return this.#window;
  }

  /** Changes the state to loading without an event. */
  load(): void {
    this.#state = { kind: 'loading' };
  }

  /** Discards what was read. The next bytes start at this offset of the raw log. */
  reset(from: number): void {
    this.#window = this.#newWindow(from);
    this.#firstPending = undefined;
  }

  notify(state: LogState, keep?: number): void {
    this.#state = state;
    const first = earlier(this.#firstPending, keep);
    this.#firstPending = undefined;
    this.#updates.fire({ state, keep: first });
  }

  /**
   * Adds incoming bytes and reports changes at intervals.
   */
  async append(
    { stream, skip, endsEarly }: IncomingBytes,
    state: PartialLogState,
    written: WriteBytes,
    signal: AbortSignal,
  ): Promise<Appended> {
    const window = this.#window;
    const throttle = new UpdateThrottle(this.#deps.clock, (keep) => {
      if (!signal.aborted && window.read > window.from) this.notify({ ...state, complete: false }, keep);
    });
    let bytes = 0;
    let missing = skip;
    let end: Promise<boolean> | undefined;
    try {
      for await (const piece of slicesOf(stream)) {
        signal.throwIfAborted();
        bytes += piece.length;
        const fresh = piece.subarray(Math.min(missing, piece.length));
        missing -= piece.length - fresh.length;
        if (fresh.length === 0) continue;
        const at = window.read;
        throttle.came(fresh.length, window.push(fresh));
        await written(at, fresh);
        if (window.omits) end ??= endsEarly?.();
        if (window.full || (await end) === true) break;
        await this.backlog.shrinks(signal);
      }
      // If reading was restarted, there is another window.
      signal.throwIfAborted();
      return { bytes, missing };
    } finally {
      // Includes unreported changes in the next update.
      this.#firstPending = earlier(this.#firstPending, throttle.end());
    }
  }

  async settle(state: PartialLogState, over: boolean, signal: AbortSignal): Promise<void> {
    const { backlog } = this;
    const changed = (keep: number): void => {
      this.#firstPending = earlier(this.#firstPending, keep);
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

/**
 * Number of slices per update (1 MB), because the editor reads the whole document again after each change.
 */
const SLICES_AT_ONCE = 16;

interface Unfolding {
  /** Called after each slice with the first changed line. */
  readonly changed: (keep: number) => void;
  /** Called after every `SLICES_AT_ONCE` slices, to notify listeners. */
  readonly report: () => void;
  readonly backlog: Backpressure;
  readonly signal: AbortSignal;
}

/** Shows the part that a window holds back, and yields to other tasks between slices. */
export async function unfoldAll(
  window: LogWindow,
  { changed, report, backlog, signal }: Unfolding,
): Promise<void> {
  let slices = 0;
  for (let keep = window.unfold(); keep !== undefined; keep = window.unfold()) {
    changed(keep);
    const due = ++slices % SLICES_AT_ONCE === 0;
    if (due) report();
    await nextTurn();
    if (due) await backlog.shrinks(signal);
    signal.throwIfAborted();
  }
}
