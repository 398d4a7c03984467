/** Stores approximately the last bytes of a stream up to a maximum. Earlier bytes are dropped and counted. */
export class RingBuffer {
  readonly #most: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of dropped bytes. */
  get dropped(): number {
    return this.#dropped;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    let gone = 0;
    for (const piece of this.#pieces) {
      if (this.#length - piece.length < this.#most) break;
      this.#length -= piece.length;
      this.#dropped += piece.length;
      gone++;
    }
    if (gone > 0) this.#pieces.splice(0, gone);
  }

  /** Drops the stored bytes and counts further ones that weren't received. */
  skip(bytes: number): void {
    this.#dropped += this.#length + bytes;
    this.#pieces = [];
    this.#length = 0;
  }

  /** Returns the stored bytes and clears the buffer. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#length = 0;
    this.#dropped = 0;
    return pieces;
  }
}
