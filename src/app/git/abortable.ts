import { abortReason } from '../../base/abort';

/** Throws if the signal has aborted. */
export function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}

/**
 * Rejects when the signal aborts, although the git extension can't cancel its work. Fetched objects do no
 * harm.
 */
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
