type Listener = (error: unknown) => void;

let listener: Listener | undefined;

/**
 * Runs work in the background. If it fails, the listener gets the error; without a listener, as in unit tests, the
 * rejection stays unhandled.
 */
export function background(work: PromiseLike<unknown> | undefined): void {
  work?.then(undefined, (error: unknown) => {
    if (listener === undefined) throw error;
    listener(error);
  });
}

/** Sets who gets the failures of background work, until the result is disposed. */
export function onBackgroundFailure(heard: Listener): { dispose(): void } {
  listener = heard;
  return {
    dispose: () => {
      if (listener === heard) listener = undefined;
    },
  };
}
