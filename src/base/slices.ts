/** Maximum duration of a slice in milliseconds. After that, other tasks can run. */
const SLICE_MS = 8;

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

/** Runs steps in order and in slices. Resolves with false if `goesOn` returned false between two slices. */
export function stepsInSlices(steps: readonly (() => void)[], goesOn: () => boolean): Promise<boolean> {
  let next = 0;
  return inSlices((isOver) => {
    do steps[next++]?.();
    while (next < steps.length && !isOver());
    return next >= steps.length;
  }, goesOn);
}

/** Resolves in the next iteration of the event loop, so that other tasks can run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
