/** Length of the compared parts in bytes. */
export const OVERLAP_BYTES = 64;

/** The first and the last bytes that were read of a log. They show whether a response continues it. */
export class LogOverlap {
  #first: Uint8Array = new Uint8Array();
  #last: Uint8Array = new Uint8Array();

  /** Empty if reading didn't start at the first byte of the log, or if it has fewer bytes. */
  get first(): Uint8Array {
    return this.#first.length < OVERLAP_BYTES ? new Uint8Array() : this.#first;
  }

  /** Empty if fewer bytes were read. */
  get last(): Uint8Array {
    return this.#last.length < OVERLAP_BYTES ? new Uint8Array() : this.#last;
  }

  /** The next bytes don't follow the last ones. */
  skip(): void {
    this.#last = new Uint8Array();
  }

  /** Adds the next bytes that were read, and their offset in the log. */
  add(at: number, bytes: Uint8Array): void {
    if (at === this.#first.length && at < OVERLAP_BYTES)
      this.#first = Buffer.concat([this.#first, bytes.subarray(0, OVERLAP_BYTES - at)]);
    this.#last =
      bytes.length >= OVERLAP_BYTES
        ? Uint8Array.from(bytes.subarray(-OVERLAP_BYTES))
        : Buffer.concat([this.#last, bytes]).subarray(-OVERLAP_BYTES);
  }
}
