import { parse, YAMLError } from 'yaml';
import type { RegexTimeout } from '../../base/regex-timeout';

/** Maximum length of a configuration that is parsed as a whole. For longer ones, only the entry of a job is parsed. */
const MAX_WHOLE = 50_000;
/** Maximum length of an entry that is parsed. */
const MAX_ENTRY = 200_000;
/** Parsing blocks the extension host, and takes long for some short texts, so it is stopped after these milliseconds. */
const MAX_MS = 150;

/** `too-complex`: parsing was stopped. `value`: undefined if the text isn't valid; the server's parser may accept it. */
export type Configuration = 'too-complex' | { readonly value: unknown };

/**
 * Parses a CI configuration as plain data: unknown tags are ignored, and the number of aliases is limited. `names`: the
 * top-level entries that are needed.
 */
export function parseConfiguration(
  text: string,
  names: readonly string[],
  timeout: RegexTimeout,
): Configuration {
  const needed = text.length > MAX_WHOLE ? entriesOf(text, names) : text;
  if (needed.length > MAX_ENTRY) return 'too-complex';
  let value: unknown;
  const isDone = timeout(MAX_MS, () => {
    value = parsed(needed);
  });
  return isDone ? { value } : 'too-complex';
}

function parsed(text: string): unknown {
  try {
    // Comparing the keys takes quadratic time.
    return parse(text, { logLevel: 'error', maxAliasCount: 100, uniqueKeys: false });
  } catch (error) {
    // A ReferenceError: too many aliases. A RangeError: too many levels.
    if (error instanceof YAMLError || error instanceof ReferenceError || error instanceof RangeError)
      return undefined;
    throw error;
  }
}

/** Returns the lines of the top-level entries with these names. */
function entriesOf(text: string, names: readonly string[]): string {
  const starts = names.flatMap((name) => [`${name}:`, `"${name}":`, `'${name}':`]);
  const lines: string[] = [];
  let isNeeded = false;
  for (const line of text.split('\n')) {
    if (/^[^\s#]/.test(line)) isNeeded = starts.some((start) => line.startsWith(start));
    if (isNeeded) lines.push(line);
  }
  return lines.join('\n');
}
