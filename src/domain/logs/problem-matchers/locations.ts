import type { LineFinding, ProblemSeverity } from './shapes';

/** A path without blanks that ends in a file ending. */
export const PATH = String.raw`(?:[A-Za-z]:[\\/])?[^\s:(),'"\x60<>|*?=]*\.[A-Za-z]\w{0,9}`;

const SEGMENT = String.raw`[^\s\\/():,'"\x60<>|*?=[]`;
/** The same with blanks or brackets behind its first folder; a progress such as `3/10` is no folder. */
export const SPACED_PATH = String.raw`(?:[A-Za-z]:[\\/]|(?!\d+/\d)${SEGMENT}{0,200}[\\/])(?: (?!\()|[^\s:'"\x60<>|*?]){0,300}\.[A-Za-z]\w{0,9}`;

/** A name is tried from its beginning, not again from each of its characters. */
const BEGINS = String.raw`(?:(?<![\w./\\-])(?=file://|[A-Za-z]:[\\/])|(?<![\w.@+\[\]$/\\-]))`;
/** Places anywhere in a line; at least one folder, so that `v1.2:3` and host names are none. */
const PLACES = new RegExp(
  String.raw`${BEGINS}(?:file://)?((?:[A-Za-z]:[\\/]|\.{0,2}/)?(?:[\w.@+\[\]$-]+[\\/])+[\w.@+\[\]$-]*\.[A-Za-z]\w{0,9}):(\d{1,7})(?::(\d{1,7}))?(?!\d)`,
  'g',
);
const MAX_IN_LINE = 20;

/** Places that a line names without saying more. An address of the web is none. */
export function placesIn(text: string): readonly LineFinding[] {
  const found: LineFinding[] = [];
  for (const match of text.matchAll(PLACES)) {
    const [whole, path = '', line, column] = match;
    found.push(foundAt({ start: match.index, text: whole }, { path, line, column }));
    if (found.length === MAX_IN_LINE) break;
  }
  return found;
}

/** The part of a line that becomes a link. */
interface LinkText {
  readonly start: number;
  readonly text: string;
}

/** A place as a tool writes it. */
interface WrittenPlace {
  readonly path: string;
  readonly line: string | undefined;
  readonly column?: string | undefined;
}

/** Puts together what a matcher read. */
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
  'deprecation warning': 'warning',
  // Marks and letters that linters use.
  '⚠': 'warning',
  '‼': 'warning',
  '!': 'warning',
  ℹ: 'info',
  i: 'info',
  w: 'warning',
  c: 'warning',
  r: 'warning',
};

/** How bad a tool's own word for it is; what is not known is an error. */
export const severityOf = (word: string | undefined): ProblemSeverity =>
  SEVERITIES[(word ?? '').trim().toLowerCase()] ?? 'error';
