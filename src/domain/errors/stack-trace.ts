import type { Language } from './languages';

/** One line of a source. */
export interface CodeLine {
  /** From 1. */
  readonly line: number;
  readonly code: string;
}

/** One call of a stack trace. All of it is text of a program or of a server. */
export interface StackFrame {
  /** As it was told: a path of where the program ran, an address or a module; empty where nothing is told. */
  readonly file: string;
  readonly function: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  /** From 1. */
  readonly column: number | undefined;
  /** False for code of libraries and of the language itself; undefined where nobody says. */
  readonly own: boolean | undefined;
  /** The source around it, where it was sent along, in order. */
  readonly context: readonly CodeLine[];
}

/** What went wrong, with the calls that led there. */
export interface StackTrace {
  readonly language: Language | undefined;
  readonly type: string | undefined;
  readonly message: string | undefined;
  /** The newest call first. */
  readonly frames: readonly StackFrame[];
}
