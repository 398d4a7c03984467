/** Both paths of a file, without the prefixes that git puts before them. */
export type Paths = readonly [before: string, after: string];

export const NO_FILE = '/dev/null';

/** What git writes behind `diff --git `; undefined where the two cannot be told apart. */
export function pathsOfGitLine(line: string): Paths | undefined {
  if (line.startsWith('"')) {
    const end = quoteEnd(line);
    return line[end] === ' ' ? bare(unquoted(line.slice(0, end)), unquoted(line.slice(end + 1))) : undefined;
  }
  // The paths are the same unless lines below name them, so the line has its middle between them, spaces or not.
  const middle = (line.length - 1) / 2;
  if (line[middle] === ' ') {
    const [before, after] = [line.slice(0, middle), line.slice(middle + 1)];
    if (before === after) return [before, after];
    const paths = bare(before, after);
    if (paths !== undefined && paths[0] === paths[1]) return paths;
  }
  const split = line.endsWith('"') ? line.indexOf(' "') : line.indexOf(' b/');
  return split === -1 ? undefined : bare(line.slice(0, split), unquoted(line.slice(split + 1)));
}

/** What git writes behind `--- ` and `+++ `: one of them may be no file at all. */
export function pathsOfSideLines(oldLine: string, newLine: string): Paths | undefined {
  const [before, after] = [untilTab(oldLine), untilTab(newLine)];
  if (before === NO_FILE) return bare(after, after, true);
  return after === NO_FILE ? bare(before, before, true) : bare(before, after);
}

/** A path as a line tells it: in quotes where it holds what would break the line. */
export const unquoted = (word: string): string =>
  word.startsWith('"') && quoteEnd(word) === word.length ? unescaped(word.slice(1, -1)) : word;

/** Behind an unquoted path git writes a tab where it has spaces; other tools write a date there. */
function untilTab(line: string): string {
  if (line.startsWith('"')) return unquoted(line.slice(0, quoteEnd(line)));
  const tab = line.indexOf('\t');
  return tab === -1 ? line : line.slice(0, tab);
}

/** `a/` and `b/`, or what the settings of a git name instead. Paths that are the same as they stand have none. */
const PREFIX = /^[abciow12]\//;

function bare(before: string, after: string, alone = false): Paths | undefined {
  const [first, second] = [withoutFirst(before), withoutFirst(after)];
  const prefixed = PREFIX.test(before) && PREFIX.test(after) && (alone || before[0] !== after[0]);
  const paths: Paths =
    prefixed || (before !== after && first !== '' && first === second) ? [first, second] : [before, after];
  return paths[0] === '' || paths[1] === '' ? undefined : paths;
}

const withoutFirst = (path: string): string => path.slice(path.indexOf('/') + 1);

/** Behind the closing quote of what begins with one; 0 where it is missing. */
function quoteEnd(line: string): number {
  for (let at = 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '"') return at + 1;
  }
  return 0;
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' },
};

/** Octal escapes are bytes of UTF-8: those that stand together are one text. */
function unescaped(inside: string): string {
  return inside.replace(/(?:\\[0-3][0-7]{2})+|\\(.)/gsu, (escape, single: string | undefined) => {
    if (single !== undefined) return ESCAPES[single] ?? single;
    const bytes = escape.split('\\').slice(1);
    return new TextDecoder().decode(Uint8Array.from(bytes, (digits) => Number.parseInt(digits, 8)));
  });
}
