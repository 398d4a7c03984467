/** Thrown when a wait or a request is aborted because its result is no longer needed. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('The operation was canceled');
  }
}

/** Returns the reason of an aborted signal if it is an Error, otherwise an AbortError. */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new AbortError();
}

/**
 * Resolves with the result of `work`, or rejects when the signal aborts. Doesn't stop the work, because other
 * callers may wait for it.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const end = new AbortController();
  try {
    const left = new Promise<never>((_, reject) => {
      const leave = (): void => {
        reject(abortReason(signal));
      };
      signal.addEventListener('abort', leave, { once: true, signal: end.signal });
    });
    return await Promise.race([work, left]);
  } finally {
    end.abort();
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
