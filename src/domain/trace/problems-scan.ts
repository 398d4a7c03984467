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

/** Finds problems in a log that may still grow, a part at a time. */
export class ProblemScan {
  readonly #trace: Lines;
  readonly #patterns: readonly Pattern[];
  readonly #problems: LogFinding[] = [];
  readonly #places: LogFinding[] = [];
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
    const read = (line: number): string => (line < 0 ? '' : this.#trace.text(line, line + 1));
    for (let steps = 1; this.#next < end; steps++) {
      if (steps % STRIDE === 0 && stop()) return false;
      for (const finding of findingsIn(this.#next, read, this.#patterns)) this.#keep(finding);
      this.#next++;
    }
    return true;
  }

  #keep(finding: LogFinding): void {
    if (finding.problem === undefined) {
      if (this.#places.length < MOST_PLACES) this.#places.push(finding);
    } else if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(finding);
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
  return found;
}
