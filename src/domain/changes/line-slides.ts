import type { StepBudget } from './budget';

/**
 * A group of changed lines can have several possible positions next to equal lines: of `end, end`, either
 * line can be the added one. Moves each group like git, so that both sides of a merge have it in the same
 * position: next to a group of the other text if possible, otherwise as far down as possible. Modifies
 * `matches`. Returns false if the effort wasn't sufficient.
 */
export function slideEdits(
  a: readonly string[],
  b: readonly string[],
  matches: Int32Array,
  budget: StepBudget,
): boolean {
  const [inA, inB] = [new Uint8Array(a.length).fill(1), new Uint8Array(b.length).fill(1)];
  matches.forEach((place, line) => {
    if (place >= 0) inA[line] = inB[place] = 0;
  });
  for (const [lines, changed, other] of [
    [a, inA, inB],
    [b, inB, inA],
  ] as const)
    if (!slideAll(new Stretch(changed, lines, budget), new Stretch(other, [], budget))) return false;
  let place = 0;
  for (let line = 0; line < a.length; line++) {
    if (inA[line] === 1) {
      matches[line] = -1;
      continue;
    }
    while (inB[place] === 1) place++;
    matches[line] = place++;
  }
  return true;
}

/**
 * Iterates over both texts in parallel: between two unchanged lines, each has one group of changed lines,
 * which can be empty.
 */
function slideAll(own: Stretch, other: Stretch): boolean {
  do {
    if (own.size === 0) continue;
    let before: number;
    let slid: Slide;
    do {
      if (!own.mayGoOn) return false;
      before = own.size;
      slid = slide(own, other);
      // The group may have been joined with others that it reached.
    } while (own.size !== before);
    if (slid.highest === own.end || !slid.meets) continue;
    while (other.size === 0) {
      own.up();
      other.previous();
    }
  } while (own.next() && other.next());
  return true;
}

interface Slide {
  /** The end of the group in its highest position. */
  readonly highest: number;
  /** True if a group of the other text was next to it in any position. */
  readonly meets: boolean;
}

/** Moves a group up and then down as far as possible. */
function slide(own: Stretch, other: Stretch): Slide {
  while (own.up()) other.previous();
  const highest = own.end;
  let meets = other.size > 0;
  while (own.down()) {
    other.next();
    meets ||= other.size > 0;
  }
  return { highest, meets };
}

/** A group of changed lines in a text. Starts with the first group. */
class Stretch {
  readonly #changed: Uint8Array;
  readonly #lines: readonly string[];
  readonly #budget: StepBudget;
  #start = 0;
  #end = 0;

  constructor(changed: Uint8Array, lines: readonly string[], budget: StepBudget) {
    this.#changed = changed;
    this.#lines = lines;
    this.#budget = budget;
    this.#grow();
  }

  get size(): number {
    return this.#end - this.#start;
  }
  get end(): number {
    return this.#end;
  }
  get mayGoOn(): boolean {
    return this.#budget.left > 0;
  }

  /** Moves to the next group; returns false at the end. */
  next(): boolean {
    if (this.#end >= this.#changed.length) return false;
    this.#start = this.#end += 1;
    this.#grow();
    return true;
  }

  previous(): void {
    if (this.#start === 0) return;
    this.#end = this.#start -= 1;
    this.#grow();
  }

  /** Moves the group up by one line if the line above it equals its last line. */
  up(): boolean {
    const [start, end] = [this.#start, this.#end];
    this.#budget.left--;
    if (start === 0 || this.#lines[start - 1] !== this.#lines[end - 1]) return false;
    this.#changed[--this.#start] = 1;
    this.#changed[--this.#end] = 0;
    this.#grow();
    return true;
  }

  /** Moves the group down by one line if the line below it equals its first line. */
  down(): boolean {
    const [start, end] = [this.#start, this.#end];
    this.#budget.left--;
    if (end >= this.#lines.length || this.#lines[start] !== this.#lines[end]) return false;
    this.#changed[this.#start++] = 0;
    this.#changed[this.#end++] = 1;
    this.#grow();
    return true;
  }

  #grow(): void {
    while (this.#start > 0 && this.#changed[this.#start - 1] === 1) this.#start--;
    while (this.#changed[this.#end] === 1) this.#end++;
  }
}
