import type { CountsWrites } from './shared-request';

/** The order of the reads of values, so that an earlier read never replaces the result of a later one. */
export class ReadOrder {
  #begun = 0;
  readonly #latest = new Map<string, number>();

  /** Returns the number of a read that begins. */
  begin(): number {
    return ++this.#begun;
  }

  /** False if a later read of the same value has already ended; its result is newer. */
  accept(read: number, value = ''): boolean {
    if (read < (this.#latest.get(value) ?? 0)) return false;
    this.#latest.set(value, read);
    return true;
  }
}

/** Maximum number of reads until one isn't interrupted by a write. */
const MAX_READS = 3;

/**
 * Reads, and reads again if a write was sent to the server or ended meanwhile, because the result may be from
 * before the write. `current` is false if each of the reads was interrupted.
 */
export async function readBetweenWrites<T>(
  server: CountsWrites,
  read: () => Promise<T>,
): Promise<{ readonly result: T; readonly current: boolean }> {
  for (let reads = 1; ; reads++) {
    const { writeNumber } = server;
    const result = await read();
    const current = server.writeNumber === writeNumber;
    if (current || reads === MAX_READS) return { result, current };
  }
}
