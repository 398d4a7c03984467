type Listener = (error: unknown) => void;

interface FailureListeners {
  /** A failure that no caller handles. */
  readonly failed: Listener;
  /** A failure that has no effect, for example because the next refresh repeats the work. */
  readonly ignored?: Listener;
}

let listeners: FailureListeners | undefined;

/**
 * Runs work in the background. Passes a failure to the listener; without a listener, as in unit tests, the
 * rejection stays unhandled.
 */
export function background(work: PromiseLike<unknown> | undefined): void {
  work?.then(undefined, (error: unknown) => {
    if (listeners === undefined) throw error;
    listeners.failed(error);
  });
}

/** Passes a failure that no caller handles to the listener, as `background` does. */
export function reportFailure(error: unknown): void {
  background(
    Promise.resolve().then(() => {
      throw error;
    }),
  );
}

/**
 * Runs work in the background whose failure needs no message: it was reported elsewhere, or something repeats the
 * work. The failure is only logged, at the level `trace`.
 */
export function ignoreFailure(work: PromiseLike<unknown>): void {
  work.then(undefined, ignoreError);
}

/** Logs a failure that has no effect, at the level `trace`. */
export function ignoreError(error: unknown): void {
  listeners?.ignored?.(error);
}

/** Resolves to undefined if the work fails. The failure is only logged, at the level `trace`. */
export const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    ignoreError(error);
    return undefined;
  });

/** Sets the listeners for failures of background work. Disposing the result removes them. */
export function onBackgroundFailure(failed: Listener, ignored?: Listener): { dispose(): void } {
  const added: FailureListeners = { failed, ...(ignored === undefined ? {} : { ignored }) };
  listeners = added;
  return {
    dispose: () => {
      if (listeners === added) listeners = undefined;
    },
  };
}
