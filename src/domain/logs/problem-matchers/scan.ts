import { type BarePath, barePathsIn } from './bare-paths';
import { findingsIn, MAX_LINE_LENGTH } from './problems';
import { BUDGET_EXCEEDED, type LineFinding, type LogFinding } from './shapes';
import type { UserPatterns } from './user-patterns';
import { isCommand, isIgnoredFailure, isTolerant, testRunResultIn } from './verdicts';

/** The parts of a log that this module uses. */
interface Lines {
  readonly lineCount: number;
  head(line: number, most: number): string;
}

/** Maximum number of problems; users don't go through more. */
const MAX_PROBLEMS = 2_000;
const MAX_PLACES = 5_000;
const MAX_BARE_PATHS = 1_000;
/** Maximum number of cached lines. Matchers also read earlier lines. */
const MAX_RECENT = 1_000;
/** Maximum number of lines of a command whose failure make ignores. */
const MAX_IGNORED = 200;
/** Number of lines per call of the user's patterns, because each call has a fixed cost. */
const OWN_LINES = 200;
/**
 * The cost of reading surrounding lines: one per line, and one per this many characters. A log starts with a
 * budget, which grows with each line up to the initial amount. The output of tools needs little of it; if
 * crafted output uses it up, its lines are read without context.
 */
const CHARACTERS_PER_COST = 32;
const MAX_BUDGET = 50_000;
const BUDGET_PER_LINE = 2;
const CHARACTERS_PER_CREDIT = 8;

export interface ScanRange {
  /** The lines to read, both inclusive; all by default. */
  readonly first: number;
  readonly last: number;
}

/** Finds problems in a log that may still grow, in steps. */
export class ProblemScan {
  readonly #trace: Lines;
  readonly #own: UserPatterns | undefined;
  readonly #last: number;
  readonly #problems: LogFinding[] = [];
  readonly #places: LogFinding[] = [];
  readonly #barePaths: BarePath[] = [];
  readonly #recent = new Map<number, string>();
  #next: number;
  /** Number of lines known at this step, and whether a later one was requested. */
  #end = 0;
  #aheadWanted = false;
  /** First line of the output that the next verdict of a test runner is about. */
  #runStart = 0;
  /** Whether the run before failed: some test runners list failures below their summary. */
  #hasFailed = false;
  /** Whether errors of the current command don't matter. */
  #isTolerated = false;
  #budget = MAX_BUDGET;
  #checked = 0;
  /** Results of the user's patterns, starting at a line. */
  #ownFound: { readonly from: number; readonly found: readonly (LineFinding | undefined)[] } = {
    from: 0,
    found: [],
  };

  constructor(trace: Lines, own: UserPatterns | undefined, range?: ScanRange) {
    this.#trace = trace;
    this.#own = own;
    this.#next = range?.first ?? 0;
    this.#last = range?.last ?? Infinity;
  }

  /** The findings, in the order of their lines. */
  get problems(): readonly LogFinding[] {
    return this.#problems;
  }
  /** Locations without a message, in line order. */
  get places(): readonly LogFinding[] {
    return this.#places;
  }
  /** Paths without a line number, in line order. */
  get barePaths(): readonly BarePath[] {
    return this.#barePaths;
  }
  /** Number of characters that were read, including repeated reads of surrounding lines. */
  get checked(): number {
    return this.#checked;
  }

  /**
   * Reads until `stop` returns true, which is called after each line; returns true if everything was read.
   * The last line is only read if it is `final`.
   */
  step(final: boolean, stop: () => boolean): boolean {
    this.#end = this.#trace.lineCount - (final ? 0 : 1);
    const end = Math.min(this.#end, this.#last + 1);
    for (let first = true; this.#next < end; first = false) {
      if (!first && stop()) return false;
      const found = findingsIn(this.#next, this.#read, this.#ownOf(this.#next, end));
      // The meaning of a line may depend on later lines.
      if (this.#wasAhead() && !final) return true;
      for (const finding of found) this.#keep(finding);
      this.#judge(this.#next);
      if (found.length === 0 && this.#barePaths.length < MAX_BARE_PATHS)
        this.#barePaths.push(...barePathsIn(this.#text(this.#next), this.#next));
      this.#budget = Math.min(
        MAX_BUDGET,
        this.#budget + BUDGET_PER_LINE + this.#text(this.#next).length / CHARACTERS_PER_CREDIT,
      );
      this.#next++;
    }
    return true;
  }

  /** Lines that change the meaning of lines above or below: commands, and verdicts of test runners. */
  #judge(line: number): void {
    const text = this.#text(line);
    if (isCommand(text)) {
      this.#isTolerated = isTolerant(text);
      this.#runStart = line + 1;
      this.#hasFailed = false;
      return;
    }
    if (isIgnoredFailure(text)) {
      this.#tolerate(Math.max(this.#runStart, line - MAX_IGNORED));
      this.#runStart = line + 1;
      return;
    }
    const verdict = testRunResultIn(line, this.#read);
    if (verdict === undefined) return;
    if (verdict === 'passed' && !this.#hasFailed) this.#dismiss(this.#runStart);
    this.#hasFailed = verdict === 'failed';
    this.#runStart = line + 1;
  }

  /** Errors of a command whose failure is ignored become warnings. */
  #tolerate(from: number): void {
    const first = this.#problems.findLastIndex(({ logLine }) => logLine < from) + 1;
    for (const one of this.#problems.splice(first)) this.#problems.push(tolerated(one));
  }

  /** Errors that passed tests have printed become locations. Only reads findings from the line on. */
  #dismiss(from: number): void {
    const firstAfter = (findings: readonly LogFinding[]): number =>
      findings.findLastIndex(({ logLine }) => logLine < from) + 1;
    const problems = this.#problems.splice(firstAfter(this.#problems));
    const places = this.#places.splice(firstAfter(this.#places));
    for (const one of problems) {
      if (one.ofRun === true) places.push({ ...one, problem: undefined });
      else this.#problems.push(one);
    }
    places.sort((one, other) => one.logLine - other.logLine);
    this.#places.push(...places.slice(0, MAX_PLACES - this.#places.length));
  }

  /** Whether a line that hasn't arrived was requested since the last call. */
  #wasAhead(): boolean {
    const wanted = this.#aheadWanted;
    this.#aheadWanted = false;
    return wanted;
  }

  /** The same object for all steps, because matchers cache data by reader. */
  readonly #read = (line: number): string => {
    if (line >= this.#end) this.#aheadWanted = true;
    if (line < 0 || line >= this.#end) return '';
    const text = this.#text(line);
    this.#checked += text.length + 1;
    if (line === this.#next) return text;
    if (this.#budget <= 0) throw BUDGET_EXCEEDED;
    this.#budget -= 1 + text.length / CHARACTERS_PER_COST;
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

  /** Caches lines, because matchers read earlier lines repeatedly; lines before the end no longer change. */
  #text(line: number): string {
    const known = this.#recent.get(line);
    if (known !== undefined) return known;
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear();
    const text = this.#trace.head(line, MAX_LINE_LENGTH);
    this.#recent.set(line, text);
    return text;
  }

  #keep(found: LogFinding): void {
    const finding = this.#isTolerated ? tolerated(found) : found;
    const { logLine, problem } = finding;
    if (problem === undefined) {
      if (this.#places.length < MAX_PLACES) this.#places.push(finding);
      return;
    }
    if (this.#problems.length === MAX_PROBLEMS) {
      // The end of a part is the most relevant.
      if (this.#last === Infinity) return;
      this.#problems.shift();
    }
    this.#problems.splice(this.#problems.findLastIndex((other) => other.logLine <= logLine) + 1, 0, finding);
    // The line above was only a location until now.
    const place =
      logLine < this.#next ? this.#places.findLastIndex((other) => other.logLine === logLine) : -1;
    if (place !== -1) this.#places.splice(place, 1);
  }
}

const tolerated = (found: LogFinding): LogFinding =>
  found.problem?.severity === 'error'
    ? { ...found, problem: { severity: 'warning', message: found.problem.message } }
    : found;
