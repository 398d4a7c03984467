import { type Language, LANGUAGES } from './languages';
import { GO } from './snippets/go';
import { JAVA } from './snippets/java';
import { NODEJS } from './snippets/nodejs';
import { PHP } from './snippets/php';
import { PYTHON } from './snippets/python';
import { RUBY_SNIPPET } from './snippets/ruby';
import { RUST } from './snippets/rust';
import type { Snippet } from './snippets/snippet';

export type { Snippet };

/** How to set up each language's SDK for a server that accepts what `SDK_SUPPORT` lists. */
export const SNIPPETS: Readonly<Record<Language, Snippet>> = {
  go: GO,
  java: JAVA,
  nodejs: NODEJS,
  php: PHP,
  python: PYTHON,
  ruby: RUBY_SNIPPET,
  rust: RUST,
};

/** The snippet for a file, by its language ID. */
export function snippetFor(languageId: string): Snippet | undefined {
  return LANGUAGES.map((language) => SNIPPETS[language]).find(({ languageIds }) =>
    languageIds.includes(languageId),
  );
}
