/** A growable array of unsigned 32-bit integers, which uses four bytes per element, plus unused capacity. */
export class GrowableUint32Array {
  #numbers = new Uint32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Removes all elements after the first `length` ones. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = value;
  }

  /** Returns 0 if the index is out of bounds. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[index] ?? 0) : 0;
  }

  /**
   * Returns the index of the first element greater than `value`, or the length if there is none. Requires
   * elements in ascending order.
   */
  after(value: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbers[middle] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
