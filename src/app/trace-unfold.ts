import type { Backlog } from './trace-backlog';
import type { TraceWindow } from './trace-window';

/** Shows what a window kept back, and lets everybody else work between two pieces. `tell`: the first line that changed. */
export async function unfoldAll(
  window: TraceWindow,
  tell: (keep: number) => void,
  backlog: Backlog,
  signal: AbortSignal,
): Promise<void> {
  for (let keep = window.unfold(); keep !== undefined; keep = window.unfold()) {
    tell(keep);
    await new Promise((resolve) => setImmediate(resolve));
    await backlog.shrinks(signal);
    signal.throwIfAborted();
  }
}
