import type { LineFinding, ProblemSeverity } from './shapes';

/** A path without spaces that ends with a file extension. */
export const PATH = String.raw`(?:[A-Za-z]:[\\/])?[^\s:(),'"\x60<>|*?=]*\.[A-Za-z]\w{0,9}`;

/** Names of files without an extension. */
export const NAMED = String.raw`(?:(?:(?:GNU)?[Mm]ake|[Dd]ocker|Container|Gem|Rake|Jenkins|Pod|Fast|App|Danger|Vagrant|Brew|[Jj]ust|Guard|Cap|Berks|Tilt|Snake|Caddy|Earth|Thor)file(?:\.[\w-]{1,30})?|BUILD|WORKSPACE|SConstruct|SConscript|Kconfig)`;
/** A file without an extension, with its folders. */
export const NAMED_PATH = String.raw`(?:[A-Za-z]:[\\/])?(?:[^\s:(),'"\x60<>|*?=]{0,200}[\\/])?${NAMED}(?![\w.-])`;

const SEGMENT = String.raw`[^\s\\/():,'"\x60<>|*?=[]`;
/**
 * A file with an extension and folders. Spaces and brackets are allowed after its first folder. Progress such as
 * `3/10` isn't a folder.
 */
export const SPACED_PATH = String.raw`(?:[A-Za-z]:[\\/]|(?!\d+/\d)${SEGMENT}{0,200}[\\/])(?: (?!\()|[^\s:'"\x60<>|*?]){0,300}\.[A-Za-z]\w{0,9}`;

/** A name is matched from its beginning, not again from each of its characters. */
const BEGINS = String.raw`(?:(?<![\w./\\-])(?=file://|[A-Za-z]:[\\/])|(?<![\w.@+\[\]$/\\-]))`;
/** Locations anywhere in a line; requires a folder, so that `v1.2:3` and host names don't match. */
const PLACES = new RegExp(
  String.raw`${BEGINS}(?:file://)?((?:[A-Za-z]:[\\/]|\.{0,2}/)?(?:[\w.@+\[\]$-]+[\\/])+[\w.@+\[\]$-]*\.[A-Za-z]\w{0,9}):(\d{1,7})(?::(\d{1,7}))?(?!\d)`,
  'g',
);
const MAX_IN_LINE = 20;

/** Locations that a line contains without a message. URLs don't match. */
export function placesIn(text: string): readonly LineFinding[] {
  const found: LineFinding[] = [];
  // `matchAll` copies the expression for each call.
  PLACES.lastIndex = 0;
  while (found.length < MAX_IN_LINE) {
    const match = PLACES.exec(text);
    if (match === null) break;
    const [whole, path = '', line, column] = match;
    found.push(foundAt({ start: match.index, text: whole }, { path, line, column }));
  }
  return found;
}

/** The part of a line that becomes a link. */
interface LinkText {
  readonly start: number;
  readonly text: string;
}

/** A location as written by a tool. */
interface WrittenPlace {
  readonly path: string;
  readonly line: string | undefined;
  readonly column?: string | undefined;
}

/** Combines the parts that a matcher found. */
export function foundAt(
  { start, text }: LinkText,
  { path, line, column }: WrittenPlace,
  problem?: LineFinding['problem'],
): LineFinding {
  return {
    start,
    end: start + text.length,
    path,
    line: Math.max(1, Number(line ?? 1)),
    column: column === undefined ? undefined : Math.max(1, Number(column)),
    problem,
  };
}

const SEVERITIES: Readonly<Record<string, ProblemSeverity>> = {
  error: 'error',
  err: 'error',
  'fatal error': 'error',
  fatal: 'error',
  failure: 'error',
  warning: 'warning',
  warn: 'warning',
  note: 'info',
  info: 'info',
  remark: 'info',
  help: 'info',
  notice: 'info',
  deprecated: 'info',
  message: 'info',
  information: 'info',
  hint: 'info',
  suggestion: 'info',
  style: 'warning',
  performance: 'warning',
  portability: 'warning',
  convention: 'warning',
  refactor: 'warning',
  deprecation: 'warning',
  'deprecation warning': 'warning',
  // Symbols and letters of linters.
  '⚠': 'warning',
  '‼': 'warning',
  '!': 'warning',
  '▲': 'warning',
  '☞': 'info',
  ℹ: 'info',
  i: 'info',
  w: 'warning',
  c: 'warning',
  r: 'warning',
};

/** Severity of a tool's term; unknown terms are errors. */
export const severityOf = (word: string | undefined): ProblemSeverity =>
  SEVERITIES[(word ?? '').trim().toLowerCase()] ?? 'error';
