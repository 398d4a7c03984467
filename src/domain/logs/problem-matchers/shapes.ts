export type ProblemSeverity = 'error' | 'warning' | 'info';

/** A location in a file that a line of a log contains, and its message if it reports a problem. */
export interface LogFinding {
  /** Line of the log, starting at 0; columns of the location's text, in UTF-16 units. */
  readonly logLine: number;
  readonly start: number;
  readonly end: number;
  /** As written by the tool: relative to its working directory, or absolute in a container. */
  readonly path: string;
  /** Both start at 1. */
  readonly line: number;
  readonly column: number | undefined;
  /** Undefined for a location without a message. */
  readonly problem: { readonly severity: ProblemSeverity; readonly message: string } | undefined;
  /** True for output of a running program, which isn't a problem if its tests pass. */
  readonly ofRun?: boolean | undefined;
}

/** The result of a matcher, before the line number is known. */
export type LineFinding = Omit<LogFinding, 'logLine'>;

/** Thrown by a reader if its budget is used up. */
export const BUDGET_EXCEEDED = new Error('budget exceeded');

/** Reads the lines of a log; empty text if out of range. The same object as long as a log is read. */
export type LineReader = (line: number) => string;

/**
 * A kind of output. A matcher may read earlier lines and a few later ones; if those haven't arrived, it is
 * called again when they have.
 */
export interface Matcher {
  readonly tool: string;
  /** A fast check that all matching lines pass. */
  readonly needs: RegExp;
  /** For lines without a severity: behind a prefix, a line next to it must have the same one. */
  readonly isLoose?: true;
  /** For errors that programs print while they run: tests that pass print them, too. */
  readonly ofRun?: true;
  readonly match: (text: string, line: number, read: LineReader) => LineFinding | undefined;
}

/** A pattern of the user. */
export interface Pattern {
  /** Its position in the setting, starting at 1. */
  readonly number: number;
  readonly match: (text: string) => LineFinding | undefined;
}
