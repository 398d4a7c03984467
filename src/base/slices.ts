/** Milliseconds of work before everybody else gets a turn. */
const SLICE_MS = 8;

/**
 * Works in slices: `step` works until its argument says that the slice is over, and gives true when all is done. False
 * where `goesOn` said between two slices that nobody waits for it any more.
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
