import type { Effort } from './budget';

/**
 * Where equal lines allow it, a stretch of changed lines can stand a little higher or lower: of `end, end` either one
 * was added. This moves each as git does, so that both sides of a merge find it in the same place: beside a stretch
 * of the other text if it gets there, else as low as it goes. `matches` is changed; false where the effort was not
 * enough.
 */
export function slideEdits(
  a: readonly string[],
  b: readonly string[],
  matches: Int32Array,
  effort: Effort,
): boolean {
  const [inA, inB] = [new Uint8Array(a.length).fill(1), new Uint8Array(b.length).fill(1)];
  matches.forEach((place, line) => {
    if (place >= 0) inA[line] = inB[place] = 0;
  });
  for (const [lines, changed, other] of [
    [a, inA, inB],
    [b, inB, inA],
  ] as const)
    if (!slideAll(new Stretch(changed, lines, effort), new Stretch(other, [], effort))) return false;
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

/** Walks both texts side by side: between two unchanged lines each has one stretch, which may be empty. */
function slideAll(own: Stretch, other: Stretch): boolean {
  do {
    if (own.size === 0) continue;
    let before: number;
    let slid: Slide;
    do {
      if (!own.mayGoOn) return false;
      before = own.size;
      slid = slide(own, other);
      // It may have met others on its way, and become one with them.
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
  /** Where it ended when it was as high as it goes. */
  readonly highest: number;
  /** Whether a stretch of the other text was beside it anywhere. */
  readonly meets: boolean;
}

/** All the way up and down again. */
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

/** A stretch of changed lines in one text: the first one at first. */
class Stretch {
  readonly #changed: Uint8Array;
  readonly #lines: readonly string[];
  readonly #effort: Effort;
  #start = 0;
  #end = 0;

  constructor(changed: Uint8Array, lines: readonly string[], effort: Effort) {
    this.#changed = changed;
    this.#lines = lines;
    this.#effort = effort;
    this.#grow();
  }

  get size(): number {
    return this.#end - this.#start;
  }
  get end(): number {
    return this.#end;
  }
  get mayGoOn(): boolean {
    return this.#effort.left > 0;
  }

  /** On to the next one; false at the end. */
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

  /** One line higher, if the line above is equal to its last one. */
  up(): boolean {
    const [start, end] = [this.#start, this.#end];
    this.#effort.left--;
    if (start === 0 || this.#lines[start - 1] !== this.#lines[end - 1]) return false;
    this.#changed[--this.#start] = 1;
    this.#changed[--this.#end] = 0;
    this.#grow();
    return true;
  }

  /** One line lower, if the line below is equal to its first one. */
  down(): boolean {
    const [start, end] = [this.#start, this.#end];
    this.#effort.left--;
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
