import { nextTurn } from '../../base/slices';
import type { Backpressure } from './backpressure';
import type { LogWindow } from './window';

/** The editor reads a document again with each change: it is told of so many slices together, about 1 MB. */
const SLICES_AT_ONCE = 16;

interface Unfolding {
  /** Called with the first line that changed, after each slice. */
  readonly changed: (keep: number) => void;
  /** Called when listeners should hear of what changed. */
  readonly report: () => void;
  readonly backlog: Backpressure;
  readonly signal: AbortSignal;
}

/** Shows what a window kept back, and lets other work run between two slices. */
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
