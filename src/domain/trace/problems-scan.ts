import { findingsIn } from './problems';
import type { LogFinding } from './problems-shapes';
import type { Pattern } from './problems-patterns';

/** The parts of a log that are looked at here. */
interface Lines {
  readonly lineCount: number;
  text(from?: number, to?: number): string;
}

/** More problems than this nobody walks through. */
const MOST_PROBLEMS = 2_000;
const MOST_PLACES = 5_000;
/** Lines read between two looks at the time. */
const STRIDE = 50;
/** Lines that are remembered while they are looked back on. */
const MOST_RECENT = 1_000;

/** Finds problems in a log that may still grow, a part at a time. */
export class ProblemScan {
  readonly #trace: Lines;
  readonly #patterns: readonly Pattern[];
  readonly #problems: LogFinding[] = [];
  readonly #places: LogFinding[] = [];
  readonly #recent = new Map<number, string>();
  #next = 0;

  constructor(trace: Lines, patterns: readonly Pattern[]) {
    this.#trace = trace;
    this.#patterns = patterns;
  }

  /** In the order of the log's lines. */
  get problems(): readonly LogFinding[] {
    return this.#problems;
  }
  /** What is only named, in the order of the log's lines. */
  get places(): readonly LogFinding[] {
    return this.#places;
  }

  /** Reads on until `stop` says so; true where all was read. The last line counts only when it is `final`. */
  step(final: boolean, stop: () => boolean): boolean {
    const end = this.#trace.lineCount - (final ? 0 : 1);
    const ahead = { wanted: false };
    const read = (line: number): string => {
      if (line >= end) ahead.wanted = true;
      return line < 0 || line >= end ? '' : this.#text(line);
    };
    for (let steps = 1; this.#next < end; steps++) {
      if (steps % STRIDE === 0 && stop()) return false;
      const found = findingsIn(this.#next, read, this.#patterns);
      // What a line means may hang on those that are still to come.
      if (ahead.wanted && !final) return true;
      for (const finding of found) this.#keep(finding);
      this.#next++;
    }
    return true;
  }

  /** Who looks back looks at the same lines again and again; those before the end do not change any more. */
  #text(line: number): string {
    const known = this.#recent.get(line);
    if (known !== undefined) return known;
    if (this.#recent.size >= MOST_RECENT) this.#recent.clear();
    const text = this.#trace.text(line, line + 1);
    this.#recent.set(line, text);
    return text;
  }

  #keep(finding: LogFinding): void {
    const { logLine, problem } = finding;
    if (problem === undefined) {
      if (this.#places.length < MOST_PLACES) this.#places.push(finding);
      return;
    }
    if (this.#problems.length === MOST_PROBLEMS) return;
    this.#problems.splice(this.#problems.findLastIndex((other) => other.logLine <= logLine) + 1, 0, finding);
    // Of a line above, it was only a place until now.
    const place =
      logLine < this.#next ? this.#places.findLastIndex((other) => other.logLine === logLine) : -1;
    if (place !== -1) this.#places.splice(place, 1);
  }
}

/** Lines at the end of a part that are read to tell where a job failed: enough for any summary, and read at once. */
const TAIL = 3_000;

/** What the end of a part of a log tells of files. */
export function problemsAtEnd(
  trace: Lines,
  { first, last }: { readonly first: number; readonly last: number },
  patterns: readonly Pattern[],
): readonly LogFinding[] {
  const read = (line: number): string => (line < 0 ? '' : trace.text(line, line + 1));
  const found: LogFinding[] = [];
  for (let line = Math.max(first, last - TAIL); line <= last; line++)
    found.push(...findingsIn(line, read, patterns));
  return found.sort((one, other) => one.logLine - other.logLine);
}
