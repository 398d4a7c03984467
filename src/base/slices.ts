/** Maximum duration of a slice in milliseconds. After that, other tasks can run. */
const SLICE_MS = 8;

/** Work in steps. Other tasks can run at each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

/**
 * Runs steps in slices. Resolves with undefined if `goesOn` returns false between two slices, because the result is
 * no longer needed.
 */
export async function finishInSlices<T>(
  steps: Steps<T>,
  goesOn: () => boolean,
): Promise<{ readonly value: T } | undefined> {
  let result: { readonly value: T } | undefined;
  await inSlices((isOver) => {
    do {
      const next = steps.next();
      if (next.done === true) result = { value: next.value };
    } while (result === undefined && !isOver());
    return result !== undefined;
  }, goesOn);
  return result;
}

/**
 * Runs work in slices. `step` works until its argument returns true, and returns true when all work is done.
 * Resolves with false if `goesOn` returns false between two slices, because the result is no longer needed.
 */
export async function inSlices(
  step: (isOver: () => boolean) => boolean,
  goesOn: () => boolean,
): Promise<boolean> {
  for (;;) {
    const ends = performance.now() + SLICE_MS;
    if (step(() => performance.now() > ends)) return true;
    await nextTurn();
    if (!goesOn()) return false;
  }
}

/** Resolves in the next iteration of the event loop, so that other tasks can run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
