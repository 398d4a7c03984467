interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/** Scheduled events, sorted by time; events with the same time keep the order in which they were added. */
export class Schedule {
  readonly #entries: Entry[] = [];

  add(at: number, run: () => void): void {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && entry.at <= at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, run });
  }

  /** Removes and returns the first event if it is due. */
  takeDue(until: number): Entry | undefined {
    const first = this.#entries[0];
    return first !== undefined && first.at <= until ? this.#entries.shift() : undefined;
  }
}
