import type { Language } from '../languages';

/** How a program of one language reports its errors: code to begin with, for a person to go on from. */
export interface Snippet {
  readonly language: Language;
  /** As people write it. */
  readonly name: string;
  /** The editor's names for it; a new file gets the first one. */
  readonly languageIds: readonly [string, ...string[]];
  /** What a file with nothing else in it is usually called. */
  readonly fileName: string;
  /** The SDK's package, with the versions that send as the server takes it. */
  readonly sdk: string;
  /** The command that installs it, or the line of the file that lists packages. */
  readonly install: string;
  /** Lines for a file that is there: what belongs elsewhere, such as imports, is told in a comment. */
  readonly setup: string;
  /** The same as a whole file. */
  readonly file: string;
}

/** Each line that is not empty, farther to the right. */
export const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
