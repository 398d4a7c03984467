interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/** What is going to happen, in the order of time; entries of the same moment in the order in which they came. */
export class Agenda {
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

  /** Takes the first entry out if it is due by `until`. */
  takeDue(until: number): Entry | undefined {
    const first = this.#entries[0];
    return first !== undefined && first.at <= until ? this.#entries.shift() : undefined;
  }
}
