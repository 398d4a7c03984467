import { nextTurn } from '../../base/slices';

/**
 * Bytes of a job log that are parsed before other work gets a turn. The costliest input takes about 10 ms for so many
 * (`npm run bench -- log`): the goal is 50 ms, also on a slower computer.
 */
export const SLICE_BYTES = 64 * 1024;

/** Gives the same bytes, however large the pieces are in which they come, and a turn to other work behind each slice. */
export async function* slicesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let given = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const slice = piece.subarray(at, at + SLICE_BYTES - given);
      at += slice.length;
      given += slice.length;
      yield slice;
      if (given < SLICE_BYTES) continue;
      given = 0;
      await nextTurn();
    }
  }
}
