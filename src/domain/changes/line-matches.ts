import type { StepBudget } from './budget';
import { slideEdits } from './line-slides';

/**
 * Returns for each line of `a` the index of the equal line in `b`, or -1; the indexes are increasing. Finds a
 * longest common subsequence with Myers' algorithm, like git. Returns undefined if the effort wasn't
 * sufficient.
 */
export function lineMatches(
  a: readonly string[],
  b: readonly string[],
  budget: StepBudget,
): Int32Array | undefined {
  const numbers = new Map<string, number>();
  const numbersOf = (lines: readonly string[]): number[] =>
    lines.map((line) => {
      const number = numbers.get(line) ?? numbers.size;
      numbers.set(line, number);
      return number;
    });
  // Lines that occur on one side only can't match. Leaving them out makes the comparison fast even for
  // rewritten files.
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const [placesA, placesB] = [placesOf(left, right), placesOf(right, left)];
  const matches = new Int32Array(a.length).fill(-1);
  const walk = new Walk(
    Int32Array.from(placesA, (at) => left[at] ?? 0),
    Int32Array.from(placesB, (at) => right[at] ?? 0),
    budget,
  );
  const isDone = walk.pairs((i, j) => {
    matches[placesA[i] ?? 0] = placesB[j] ?? 0;
  });
  return isDone && slideEdits(a, b, matches, budget) ? matches : undefined;
}

/** Returns the indexes of lines that the other side also contains. */
function placesOf(own: readonly number[], others: readonly number[]): readonly number[] {
  const known = new Set(others);
  return own.flatMap((number, at) => (known.has(number) ? [at] : []));
}

interface Box {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Finds the shortest edit script, with memory proportional to the number of lines. */
class Walk {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #budget: StepBudget;
  /**
   * The furthest positions reached from the start and from the end, by diagonal: index in `a` minus index in
   * `b`.
   */
  readonly #ahead: Int32Array;
  readonly #back: Int32Array;
  readonly #zero: number;

  constructor(a: Int32Array, b: Int32Array, budget: StepBudget) {
    this.#a = a;
    this.#b = b;
    this.#budget = budget;
    this.#ahead = new Int32Array(a.length + b.length + 3);
    this.#back = new Int32Array(a.length + b.length + 3);
    this.#zero = b.length + 1;
  }

  /**
   * Calls `found` for each pair of equal lines, in no particular order. Returns false if the effort wasn't
   * sufficient.
   */
  pairs(found: (i: number, j: number) => void): boolean {
    const [a, b] = [this.#a, this.#b];
    const boxes: Box[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
    for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
      let { fromA, toA, fromB, toB } = box;
      while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) found(fromA++, fromB++);
      while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) found(--toA, --toB);
      if (fromA === toA || fromB === toB) continue;
      const at = this.#middle({ fromA, toA, fromB, toB });
      if (at === undefined) return false;
      const [midA, midB] = at;
      boxes.push({ fromA, toA: midA, fromB, toB: midB }, { fromA: midA, toA, fromB: midB, toB });
    }
    return true;
  }

  /**
   * Returns a point on a shortest path through the box. Searches from both ends and prefers the same path as
   * git.
   */
  #middle({ fromA, toA, fromB, toB }: Box): readonly [number, number] | undefined {
    const [a, b, ahead, back, zero] = [this.#a, this.#b, this.#ahead, this.#back, this.#zero];
    const [least, most] = [fromA - toB, toA - fromB];
    const [first, last] = [fromA - fromB, toA - toB];
    const isOdd = (first - last) % 2 !== 0;
    let [aheadMin, aheadMax, backMin, backMax] = [first, first, last, last];
    ahead[zero + first] = fromA;
    back[zero + last] = toA;
    for (;;) {
      if (aheadMin > least) ahead[zero + --aheadMin - 1] = -1;
      else aheadMin++;
      if (aheadMax < most) ahead[zero + ++aheadMax + 1] = -1;
      else aheadMax--;
      for (let way = aheadMax; way >= aheadMin; way -= 2) {
        const [below, above] = [ahead[zero + way - 1] ?? 0, ahead[zero + way + 1] ?? 0];
        const start = below >= above ? below + 1 : above;
        let i = start;
        while (i < toA && i - way < toB && a[i] === b[i - way]) i++;
        if ((this.#budget.left -= 1 + i - start) < 0) return undefined;
        ahead[zero + way] = i;
        if (isOdd && backMin <= way && way <= backMax && (back[zero + way] ?? 0) <= i) return [i, i - way];
      }
      if (backMin > least) back[zero + --backMin - 1] = toA + 1;
      else backMin++;
      if (backMax < most) back[zero + ++backMax + 1] = toA + 1;
      else backMax--;
      for (let way = backMax; way >= backMin; way -= 2) {
        const [below, above] = [back[zero + way - 1] ?? 0, back[zero + way + 1] ?? 0];
        const start = below < above ? below : above - 1;
        let i = start;
        while (i > fromA && i - way > fromB && a[i - 1] === b[i - way - 1]) i--;
        if ((this.#budget.left -= 1 + start - i) < 0) return undefined;
        back[zero + way] = i;
        if (!isOdd && aheadMin <= way && way <= aheadMax && i <= (ahead[zero + way] ?? 0))
          return [i, i - way];
      }
    }
  }
}
