export type ProblemSeverity = 'error' | 'warning' | 'info';

/** A place in a file that a line of a log names, and what the line says about it if it tells of a problem. */
export interface LogFinding {
  /** Line of the log, from 0; columns of the words that name the place, in UTF-16 units. */
  readonly logLine: number;
  readonly start: number;
  readonly end: number;
  /** As the tool wrote it: relative to wherever it ran, or absolute inside of a container. */
  readonly path: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number | undefined;
  /** Undefined for a place that is only named. */
  readonly problem: { readonly severity: ProblemSeverity; readonly message: string } | undefined;
}

/** What a matcher finds in a line, before anybody knows which line that is. */
export type LineFinding = Omit<LogFinding, 'logLine'>;

/** Thrown by a reader that has been asked for more than a log of that length allows. */
export const TOO_FAR = new Error('too far');

/** Reads the lines of a log; empty text for what is outside. It stays the same while a log is read. */
export type LineReader = (line: number) => string;

/**
 * One kind of output. It may look back, and a few lines ahead: where those have not come yet, it is asked again when
 * they have.
 */
export interface Matcher {
  readonly tool: string;
  /** Quick to look for, and in every line that matches. */
  readonly needs?: RegExp;
  readonly match: (text: string, line: number, read: LineReader) => LineFinding | undefined;
}

/** A rule of the reader's own. */
export interface Pattern {
  /** Its place in the setting, from 1. */
  readonly number: number;
  readonly match: (text: string) => LineFinding | undefined;
}
