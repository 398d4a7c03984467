import type { StackLanguage } from './languages';

/** A source line. */
export interface CodeLine {
  /** Starts at 1. */
  readonly line: number;
  readonly code: string;
}

/** A stack frame. All of its texts come from a program or a server. */
export interface StackFrame {
  /** As sent: a path on the machine that ran the program, a URL, or a module; empty if unknown. */
  readonly file: string;
  readonly function: string | undefined;
  /** Starts at 1. */
  readonly line: number | undefined;
  /** Starts at 1. */
  readonly column: number | undefined;
  /** False for code of libraries and of the language itself; undefined if unknown. */
  readonly own: boolean | undefined;
  /** The surrounding source lines in order, if they were sent. */
  readonly context: readonly CodeLine[];
}

/** An error with the calls that led to it. */
export interface StackTrace {
  readonly language: StackLanguage | undefined;
  readonly type: string | undefined;
  readonly message: string | undefined;
  /** Newest call first. */
  readonly frames: readonly StackFrame[];
}
