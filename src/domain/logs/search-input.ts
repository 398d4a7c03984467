import { type Cost, costOf, MAX_REPEATS } from './problem-matchers/patterns';

/** A match in a line: from `start` up to, not including, `end`. */
export type MatchSpan = readonly [start: number, end: number];

/** Pattern to search for in lines. */
export interface LineSearch {
  /** The text as typed by the user. */
  readonly typed: string;
  /** Matches in the line, in ascending order, without overlaps. */
  readonly find: (line: string) => readonly MatchSpan[];
}

export type SearchProblem = 'empty' | 'long' | 'flags' | 'invalid' | Cost | 'everything';
export type ReadSearch =
  | { readonly ok: true; readonly search: LineSearch }
  | { readonly ok: false; readonly problem: SearchProblem; readonly detail: string };

const MAX_INPUT_LENGTH = 500;
/** Maximum number of characters of a line that are searched. */
const MAX_SEARCHED_LENGTH = 10_000;
/** Maximum number of matches per line. */
const MAX_SPANS = 50;
/**
 * Flags that are safe within a single line. With any other letter after the last slash, the input is a path.
 */
const FLAGS = /^[gimsu]*$/;

/**
 * Parses search input: `/expression/flags`, or plain text, which is case-insensitive. Rejects expressions
 * that might take too long.
 */
export function readSearch(typed: string): ReadSearch {
  const problem = (kind: SearchProblem, detail = ''): ReadSearch => ({ ok: false, problem: kind, detail });
  if (typed.trim() === '') return problem('empty');
  if (typed.length > MAX_INPUT_LENGTH) return problem('long', String(MAX_INPUT_LENGTH));
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/.exec(typed) ?? [];
  if (source === undefined || flags === undefined) return { ok: true, search: plainSearch(typed) };
  if (!FLAGS.test(flags) || new Set(flags).size < flags.length) return problem('flags', flags);
  let expression: RegExp;
  try {
    expression = new RegExp(source, `g${flags.replace('g', '')}`);
  } catch (error) {
    return problem('invalid', error instanceof Error ? error.message.replace(/^.*: /, '') : '');
  }
  const cost = costOf(source);
  if (cost !== undefined) return problem(cost, cost === 'repeats' ? String(MAX_REPEATS) : '');
  if (expression.test('')) return problem('everything');
  return { ok: true, search: { typed, find: (line) => spansOf(line, expression) } };
}

function plainSearch(typed: string): LineSearch {
  const literal = new RegExp(typed.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gi');
  return { typed, find: (line) => spansOf(line, literal) };
}

function spansOf(line: string, expression: RegExp): readonly MatchSpan[] {
  const spans: MatchSpan[] = [];
  for (const match of line.slice(0, MAX_SEARCHED_LENGTH).matchAll(expression)) {
    if (match[0] === '') continue;
    spans.push([match.index, match.index + match[0].length]);
    if (spans.length === MAX_SPANS) break;
  }
  return spans;
}
