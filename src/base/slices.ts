/** Milliseconds of work before everybody else gets a turn. */
const SLICE_MS = 8;

/**
 * Works in slices: `step` works until its argument returns true, and returns true when everything is done. Resolves with
 * false if `goesOn` returned false between two slices, because the result is no longer needed.
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

/** Lets everything else that waits run first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
