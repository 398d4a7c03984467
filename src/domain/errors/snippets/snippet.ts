import type { Language } from '../languages';

/** Code with which a program in one language reports its errors, as a starting point for users. */
export interface Snippet {
  readonly language: Language;
  /** The display name. */
  readonly name: string;
  /** VS Code's language IDs; a new file gets the first one. */
  readonly languageIds: readonly [string, ...string[]];
  /** Typical name of a file that contains only this. */
  readonly fileName: string;
  /** The SDK's package, with the versions that send in a format that the server accepts. */
  readonly sdk: string;
  /** The install command, or the line for the package list. */
  readonly install: string;
  /** Lines for an existing file. A comment states what belongs elsewhere, such as imports. */
  readonly setup: string;
  /** The same as a whole file. */
  readonly file: string;
}

/** Indents all lines that aren't empty. */
export const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
