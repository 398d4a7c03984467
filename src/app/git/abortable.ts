import { abortReason } from '../../base/abort';

/** Throws if the work is no longer wanted. */
export function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}

/** The git extension cannot be told to stop: who gives up waits no longer, and what was fetched does no harm. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(abortReason(signal));
    };
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
    if (signal.aborted) stop();
  });
}
