import { type Language, LANGUAGES } from './languages';
import { readGo } from './stack-text/go';
import { readJava } from './stack-text/java';
import { linesOfStackText } from './stack-text/lines';
import { readNode } from './stack-text/nodejs';
import type { StackReader } from './stack-text/parts';
import { readPhp } from './stack-text/php';
import { readPython } from './stack-text/python';
import { readRuby } from './stack-text/ruby';
import { readRust } from './stack-text/rust';
import type { StackTrace } from './stack-trace';

const READERS: Readonly<Record<Language, StackReader>> = {
  go: readGo,
  java: readJava,
  nodejs: readNode,
  php: readPhp,
  python: readPython,
  ruby: readRuby,
  rust: readRust,
};

/**
 * The stack traces in a text: what was met first, then its causes. Nobody says which language it is: the reader that
 * finds most calls is right. Breaks may be written as `\n`, as in JSON.
 */
export function readStackText(text: string): readonly StackTrace[] {
  const found = best(linesOfStackText(text));
  if (!text.includes('\\n')) return found;
  const broken = best(linesOfStackText(unescaped(text)));
  // On a tie the breaks that are there are right, where there are any.
  const more = callsIn(broken) - callsIn(found);
  return more > 0 || (more === 0 && !text.includes('\n')) ? broken : found;
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/(?:\\r)?\\n/g, '\n')
    .replaceAll('\\t', '\t')
    .replaceAll(/\\u001b\[[\d;]{0,40}m/gi, '');

function best(lines: readonly string[]): readonly StackTrace[] {
  let most: readonly StackTrace[] = [];
  for (const language of LANGUAGES) {
    const traces = READERS[language](lines);
    if (callsIn(traces) > callsIn(most)) most = traces;
  }
  return most;
}

/** Calls that tell of a file count; a text without any is none. */
const callsIn = (traces: readonly StackTrace[]): number =>
  traces.flatMap(({ frames }) => frames).filter(({ file }) => file !== '').length;
