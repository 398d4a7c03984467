import { type Language, LANGUAGES } from './languages';

const ENDINGS: Readonly<Record<Language, RegExp>> = {
  go: /\.go$/i,
  java: /\.(?:java|kt|kts|scala|groovy|clj)$/i,
  nodejs: /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/i,
  php: /\.(?:php|phtml)$/i,
  python: /\.(?:py|pyx)$/i,
  ruby: /\.(?:rb|erb|rake|haml|ru)$/i,
  rust: /\.rs$/i,
};

/** The language of a file by its extension; undefined for unknown ones. */
export function languageOfFile(file: string): Language | undefined {
  return LANGUAGES.find((language) => ENDINGS[language].test(file));
}

/** The language of most of the files; undefined if none is known. */
export function languageOfFiles(files: readonly string[]): Language | undefined {
  const counts = new Map<Language, number>();
  for (const file of files) {
    const language = languageOfFile(file);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
