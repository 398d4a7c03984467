import { lineMatches } from './line-matches';

/** A range of lines. Line numbers start at 1; `end` is included. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** The position of lines of the head in the working file. `changed`: none of them exists there. */
export interface WorkingPlace extends Lines {
  readonly state: 'same' | 'changed' | 'unknown';
}

/**
 * Adjacent lines of the head that the working file replaces with other lines. An empty range ends before it
 * starts: lines that are only added, or only removed.
 */
export interface LocalEdit {
  readonly head: Lines;
  readonly working: Lines;
}

/** Maximum number of steps of a comparison, which takes some tens of milliseconds. */
const MAX_STEPS = 300_000;

/**
 * Converts line numbers between a file at the reviewed commit (the head) and the file in the workspace, which
 * may have local changes. Uses the same matches as git.
 */
export class WorkingLines {
  readonly head: readonly string[];
  readonly working: readonly string[];
  /** True if there are no local changes, apart from line endings. */
  readonly isSame: boolean;
  /** Indexes of equal lines, −1 for none; undefined if the texts are too large to be compared. */
  readonly #toWorking: Int32Array | undefined;
  readonly #toHead: Int32Array | undefined;

  constructor(head: string, working: string) {
    this.head = linesOf(head);
    this.working = linesOf(working);
    this.isSame =
      this.head.length === this.working.length && this.head.every((line, at) => line === this.working[at]);
    this.#toWorking = this.isSame
      ? Int32Array.from(this.head, (_, at) => at)
      : lineMatches(this.head, this.working, { left: MAX_STEPS });
    this.#toHead = this.#toWorking && inverse(this.#toWorking, this.working.length);
  }

  /** Returns where lines of the head are. Lines that no longer exist are where they would be. */
  toWorking({ start, end }: Lines): WorkingPlace {
    const matches = this.#toWorking;
    const last = Math.max(this.working.length, 1);
    if (matches === undefined)
      return { start: Math.min(start, last), end: Math.min(end, last), state: 'unknown' };
    const known = matches.subarray(start - 1, end).filter((at) => at >= 0);
    const [first, final] = [known[0], known.at(-1)];
    if (first !== undefined && final !== undefined)
      return { start: first + 1, end: final + 1, state: 'same' };
    let above = Math.min(start - 1, matches.length) - 1;
    while (above >= 0 && (matches[above] ?? -1) < 0) above--;
    const next = Math.min(above < 0 ? 1 : (matches[above] ?? 0) + 2, last);
    return { start: next, end: next, state: 'changed' };
  }

  /** Returns the lines of the head among lines of the working file; undefined if there are none. */
  toHead({ start, end }: Lines): Lines | undefined {
    const known = this.#toHead?.subarray(start - 1, end).filter((at) => at >= 0);
    const [first, last] = [known?.[0], known?.at(-1)];
    return first === undefined || last === undefined ? undefined : { start: first + 1, end: last + 1 };
  }

  /** True if the lines of the working file are adjacent lines of the head. */
  isUnchanged({ start, end }: Lines): boolean {
    const known = this.#toHead?.subarray(start - 1, end);
    return (
      known?.length === end - start + 1 &&
      known.every((at, index) => at === (known[0] ?? 0) + index && at >= 0)
    );
  }

  /** Returns the ranges of the working file whose lines are in one of the ranges of the head. */
  unchanged(ranges: readonly Lines[]): readonly Lines[] {
    const found: { start: number; end: number }[] = [];
    this.#toHead?.forEach((at, index) => {
      if (at < 0 || !ranges.some(({ start, end }) => start <= at + 1 && at + 1 <= end)) return;
      const last = found.at(-1);
      if (last?.end === index) last.end = index + 1;
      else found.push({ start: index + 1, end: index + 1 });
    });
    return found;
  }

  /** Returns the local changes, from top to bottom; undefined if the texts are too large to be compared. */
  edits(): readonly LocalEdit[] | undefined {
    const matches = this.#toWorking;
    if (matches === undefined) return undefined;
    const edits: LocalEdit[] = [];
    let [head, working] = [0, 0];
    const add = (headEnd: number, workingEnd: number): void => {
      if (headEnd > head || workingEnd > working)
        edits.push({
          head: { start: head + 1, end: headEnd },
          working: { start: working + 1, end: workingEnd },
        });
    };
    matches.forEach((to, from) => {
      if (to < 0) return;
      add(from, to);
      [head, working] = [from + 1, to + 1];
    });
    add(this.head.length, this.working.length);
    return edits;
  }
}

/** Returns the lines without the empty text after the last line ending. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r]/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function inverse(matches: Int32Array, length: number): Int32Array {
  const back = new Int32Array(length).fill(-1);
  matches.forEach((to, from) => {
    if (to >= 0) back[to] = from;
  });
  return back;
}
