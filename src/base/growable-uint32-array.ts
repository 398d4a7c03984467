/** Whole numbers from 0 to 4,294,967,295 in a list that grows: four bytes each. */
export class GrowableUint32Array {
  #numbers = new Uint32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Forgets what is behind the first `length` numbers. */
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

  /** 0 for what is outside. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[index] ?? 0) : 0;
  }

  /** The first index whose number is greater, in a list that only grows. */
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
