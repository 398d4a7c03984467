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

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
