import { nextTurn } from '../../base/slices';
import type { Backpressure } from './backpressure';
import type { LogWindow } from './window';

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
