/** Both paths of a file, without git's prefixes. */
export type Paths = readonly [before: string, after: string];

export const NO_FILE = '/dev/null';

/** Parses the text after `diff --git `; returns undefined if the two paths can't be separated. */
export function pathsOfGitLine(line: string): Paths | undefined {
  if (line.startsWith('"')) {
    const end = quoteEnd(line);
    return line[end] === ' '
      ? withoutPrefixes(unquoted(line.slice(0, end)), unquoted(line.slice(end + 1)))
      : undefined;
  }
  // The paths are equal unless later header lines contain them, so they are separated in the middle, even if
  // they contain spaces.
  const middle = (line.length - 1) / 2;
  if (line[middle] === ' ') {
    const [before, after] = [line.slice(0, middle), line.slice(middle + 1)];
    if (before === after) return [before, after];
    const paths = withoutPrefixes(before, after);
    if (paths !== undefined && paths[0] === paths[1]) return paths;
  }
  const split = line.endsWith('"') ? line.indexOf(' "') : line.indexOf(' b/');
  return split === -1 ? undefined : withoutPrefixes(line.slice(0, split), unquoted(line.slice(split + 1)));
}

/** Parses the text after `--- ` and `+++ `. One of them can be `/dev/null`. */
export function pathsOfSideLines(oldLine: string, newLine: string): Paths | undefined {
  const [before, after] = [untilTab(oldLine), untilTab(newLine)];
  if (before === NO_FILE) return withoutPrefixes(after, after, true);
  return after === NO_FILE ? withoutPrefixes(before, before, true) : withoutPrefixes(before, after);
}

/** Removes the quotes that git adds to paths with special characters. */
export const unquoted = (word: string): string =>
  word.startsWith('"') && quoteEnd(word) === word.length ? unescaped(word.slice(1, -1)) : word;

/** Git writes a tab after an unquoted path with spaces; other tools write a tab and a date. */
function untilTab(line: string): string {
  if (line.startsWith('"')) return unquoted(line.slice(0, quoteEnd(line)));
  const tab = line.indexOf('\t');
  return tab === -1 ? line : line.slice(0, tab);
}

/**
 * `a/` and `b/`, or the prefixes of git's setting `diff.mnemonicPrefix`. If both paths are equal as written,
 * they have no prefixes.
 */
const PREFIX = /^[abciow12]\//;

function withoutPrefixes(before: string, after: string, alone = false): Paths | undefined {
  const [first, second] = [withoutFirst(before), withoutFirst(after)];
  const prefixed = PREFIX.test(before) && PREFIX.test(after) && (alone || before[0] !== after[0]);
  const paths: Paths =
    prefixed || (before !== after && first !== '' && first === second) ? [first, second] : [before, after];
  return paths[0] === '' || paths[1] === '' ? undefined : paths;
}

const withoutFirst = (path: string): string => path.slice(path.indexOf('/') + 1);

/** Returns the offset after the closing quote, or 0 if it is missing. */
function quoteEnd(line: string): number {
  for (let at = 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '"') return at + 1;
  }
  return 0;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** Octal escapes are UTF-8 bytes; adjacent ones are decoded together. */
function unescaped(inside: string): string {
  return inside.replace(/(?:\\[0-3][0-7]{2})+|\\(.)/gsu, (escape, single: string | undefined) => {
    if (single !== undefined) return ESCAPES[single] ?? single;
    const bytes = escape.split('\\').slice(1);
    return new TextDecoder().decode(Uint8Array.from(bytes, (digits) => Number.parseInt(digits, 8)));
  });
}
