type Listener = (error: unknown) => void;

let listener: Listener | undefined;

/**
 * Runs work in the background. Passes a failure to the listener; without a listener, as in unit tests, the
 * rejection stays unhandled.
 */
export function background(work: PromiseLike<unknown> | undefined): void {
  work?.then(undefined, (error: unknown) => {
    if (listener === undefined) throw error;
    listener(error);
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

/** Sets the listener for failures of background work. Disposing the result removes it. */
export function onBackgroundFailure(callback: Listener): { dispose(): void } {
  listener = callback;
  return {
    dispose: () => {
      if (listener === callback) listener = undefined;
    },
  };
}
