import { lineMatches } from './line-matches';

/** The position of a line of an earlier text in the current text. */
export interface LineNow {
  /** Starts at 1. */
  readonly line: number;
  /**
   * `changed`: the line no longer exists; `line` is where it would be. `unknown`: the texts couldn't be
   * compared.
   */
  readonly state: 'same' | 'moved' | 'changed' | 'unknown';
}

/** Maximum number of steps of a comparison, which takes some tens of milliseconds. */
const MAX_STEPS = 300_000;

/** Finds lines of an earlier text in the current text, with the same matches as git. */
export class LinesNow {
  readonly #matches: Int32Array | undefined;
  readonly #count: number;
  readonly #isSame: boolean;

  constructor(then: string, now: string) {
    const [before, after] = [linesOf(then), linesOf(now)];
    this.#count = after.length;
    this.#isSame = before.length === after.length && before.every((line, at) => line === after[at]);
    this.#matches = this.#isSame ? undefined : lineMatches(before, after, { left: MAX_STEPS });
  }

  /** Returns the current position of a line. Line numbers start at 1. */
  at(line: number): LineNow {
    if (this.#isSame) return { line, state: 'same' };
    // The texts are too large to be compared.
    if (this.#matches === undefined) return { line, state: 'unknown' };
    const place = this.#matches[line - 1] ?? -1;
    if (place >= 0) return { line: place + 1, state: place + 1 === line ? 'same' : 'moved' };
    let above = Math.min(line - 1, this.#matches.length) - 1;
    while (above >= 0 && (this.#matches[above] ?? -1) < 0) above--;
    const next = above < 0 ? 1 : (this.#matches[above] ?? 0) + 2;
    return { line: Math.min(next, this.#count), state: 'changed' };
  }
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|[\n\r]/);
