import { nextTurn } from '../../base/slices';

/**
 * Number of bytes of a job log to parse before yielding to other tasks. The slowest input takes about 10 ms
 * for this number (`npm run bench -- log`). The limit is 50 ms, also on slower computers.
 */
export const SLICE_BYTES = 64 * 1024;

/** Splits the pieces into slices and yields to other tasks after each slice. */
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
