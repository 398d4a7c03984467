import { FAMILIES } from './stack-text/families';
import { familyReader } from './stack-text/family-reader';
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

const READERS: readonly StackReader[] = [
  readGo,
  readJava,
  readNode,
  readPhp,
  readPython,
  readRuby,
  readRust,
  ...FAMILIES.map(familyReader),
];

/**
 * Returns the stack traces in a text: the exception that was caught, then its causes. The language isn't
 * known: the reader that finds the most calls is used. Line breaks may be escaped as `\n`, as in JSON.
 */
export function readStackText(text: string): readonly StackTrace[] {
  const found = best(linesOfStackText(text));
  if (!text.includes('\\n')) return found;
  const broken = best(linesOfStackText(unescaped(text)));
  // On a tie, real line breaks win, if there are any.
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
  for (const read of READERS) {
    const traces = read(lines);
    if (callsIn(traces) > callsIn(most)) most = traces;
  }
  return most;
}

/** Only calls with a file count; a text without them isn't a stack trace. */
const callsIn = (traces: readonly StackTrace[]): number =>
  traces.flatMap(({ frames }) => frames).filter(({ file }) => file !== '').length;
