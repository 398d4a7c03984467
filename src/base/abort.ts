/** Thrown where a wait or a request was given up because nobody needs its result any more. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('The operation was cancelled');
  }
}

/** The reason of an aborted signal as an Error, whatever it was aborted with. */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new AbortError();
}

/** Rejects when the signal aborts. The work goes on: others may wait for it as well. */
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
