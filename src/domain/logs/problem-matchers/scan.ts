import type { OwnRules } from './own-patterns';
import { findingsIn, MAX_LINE_LENGTH } from './problems';
import { type LineFinding, type LogFinding, TOO_FAR } from './shapes';

/** The parts of a log that are looked at here. */
interface Lines {
  readonly lineCount: number;
  head(line: number, most: number): string;
}

/** More problems than this nobody walks through. */
const MAX_PROBLEMS = 2_000;
const MAX_PLACES = 5_000;
/** Lines that are remembered while they are looked back on. */
const MAX_RECENT = 1_000;
/** Lines that are shown to the reader's own rules at once: each time costs something of its own. */
const OWN_LINES = 200;
/**
 * What looking around costs: one for each line, and one for so many of its characters. A log has some of it from the
 * start, more with each line, and never more than it had at the start: the output of tools takes little of it, and
 * what is made to take more tells what its lines tell each by itself.
 */
const LOOK_CHARACTERS = 32;
const MAX_LOOKS = 50_000;
const LOOKS_OF_LINE = 2;
const CHARACTERS_OF_LOOK = 8;

export interface ScanRange {
  /** The lines that are looked at, both included; all where it is left out. */
  readonly first: number;
  readonly last: number;
}

/** Finds problems in a log that may still grow, a part at a time. */
export class ProblemScan {
  readonly #trace: Lines;
  readonly #own: OwnRules | undefined;
  readonly #last: number;
  readonly #problems: LogFinding[] = [];
  readonly #places: LogFinding[] = [];
  readonly #recent = new Map<number, string>();
  #next: number;
  /** Lines known at this step, and whether one behind them was asked for. */
  #end = 0;
  #aheadWanted = false;
  #budget = MAX_LOOKS;
  #checked = 0;
  /** What the reader's own rules say of lines from one on. */
  #ownFound: { readonly from: number; readonly found: readonly (LineFinding | undefined)[] } = {
    from: 0,
    found: [],
  };

  constructor(trace: Lines, own: OwnRules | undefined, range?: ScanRange) {
    this.#trace = trace;
    this.#own = own;
    this.#next = range?.first ?? 0;
    this.#last = range?.last ?? Infinity;
  }

  /** In the order of the log's lines. */
  get problems(): readonly LogFinding[] {
    return this.#problems;
  }
  /** What is only named, in the order of the log's lines. */
  get places(): readonly LogFinding[] {
    return this.#places;
  }
  /** Characters that were read, those of lines around others again: the work that was done. */
  get checked(): number {
    return this.#checked;
  }

  /**
   * Reads on until `stop` says so, which is asked after each line; true where all was read. The last line counts only
   * when it is `final`.
   */
  step(final: boolean, stop: () => boolean): boolean {
    this.#end = this.#trace.lineCount - (final ? 0 : 1);
    const end = Math.min(this.#end, this.#last + 1);
    for (let first = true; this.#next < end; first = false) {
      if (!first && stop()) return false;
      const found = findingsIn(this.#next, this.#read, this.#ownOf(this.#next, end));
      // What a line means may hang on those that are still to come.
      if (this.#wasAhead() && !final) return true;
      for (const finding of found) this.#keep(finding);
      this.#budget = Math.min(
        MAX_LOOKS,
        this.#budget + LOOKS_OF_LINE + this.#text(this.#next).length / CHARACTERS_OF_LOOK,
      );
      this.#next++;
    }
    return true;
  }

  /** Whether a line that has not come was asked for since this was asked. */
  #wasAhead(): boolean {
    const wanted = this.#aheadWanted;
    this.#aheadWanted = false;
    return wanted;
  }

  /** For all steps the same: what matchers remember of a log they remember by it. */
  readonly #read = (line: number): string => {
    if (line >= this.#end) this.#aheadWanted = true;
    if (line < 0 || line >= this.#end) return '';
    const text = this.#text(line);
    this.#checked += text.length + 1;
    if (line === this.#next) return text;
    if (this.#budget <= 0) throw TOO_FAR;
    this.#budget -= 1 + text.length / LOOK_CHARACTERS;
    return text;
  };

  #ownOf(line: number, end: number): LineFinding | undefined {
    if (this.#own?.any !== true) return undefined;
    const { from, found } = this.#ownFound;
    if (line >= from && line < from + found.length) return found[line - from];
    const lines: string[] = [];
    for (let at = line; at < Math.min(end, line + OWN_LINES); at++) lines.push(this.#text(at));
    this.#ownFound = { from: line, found: this.#own.match(lines) };
    return this.#ownFound.found[0];
  }

  /** Who looks back looks at the same lines again and again; those before the end do not change any more. */
  #text(line: number): string {
    const known = this.#recent.get(line);
    if (known !== undefined) return known;
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear();
    const text = this.#trace.head(line, MAX_LINE_LENGTH);
    this.#recent.set(line, text);
    return text;
  }

  #keep(finding: LogFinding): void {
    const { logLine, problem } = finding;
    if (problem === undefined) {
      if (this.#places.length < MAX_PLACES) this.#places.push(finding);
      return;
    }
    if (this.#problems.length === MAX_PROBLEMS) {
      // Of a part, its end tells most.
      if (this.#last === Infinity) return;
      this.#problems.shift();
    }
    this.#problems.splice(this.#problems.findLastIndex((other) => other.logLine <= logLine) + 1, 0, finding);
    // Of a line above, it was only a place until now.
    const place =
      logLine < this.#next ? this.#places.findLastIndex((other) => other.logLine === logLine) : -1;
    if (place !== -1) this.#places.splice(place, 1);
  }
}

/** Lines at the end of a part that are read to tell where a job failed: enough for any summary. */
const TAIL = 3_000;

/** Finds what the end of a part of a log tells of problems. */
export const scanOfEnd = (trace: Lines, { first, last }: ScanRange, own: OwnRules | undefined): ProblemScan =>
  new ProblemScan(trace, own, { first: Math.max(first, last - TAIL), last });
