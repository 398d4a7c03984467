import { type Cost, costOf, MAX_REPEATS } from './problem-matchers/patterns';

/** A place in a line: from `start` up to, not including, `end`. */
export type MatchSpan = readonly [start: number, end: number];

/** What is looked for in lines. */
export interface LineSearch {
  /** As it was typed. */
  readonly typed: string;
  /** Where it is in a line, in rising order, without overlaps. */
  readonly find: (line: string) => readonly MatchSpan[];
}

export type SearchProblem = 'empty' | 'long' | 'flags' | 'invalid' | Cost | 'everything';
export type ReadSearch =
  | { readonly ok: true; readonly search: LineSearch }
  | { readonly ok: false; readonly problem: SearchProblem; readonly detail: string };

const MAX_INPUT_LENGTH = 500;
/** Of a line, so many characters are looked at. */
const LOOKED_AT = 10_000;
/** Places in one line: who reads them sees no more. */
const MAX_SPANS = 50;
/** Flags that change nothing for the worse in a single line. With any other letter behind its last slash, it is a path. */
const FLAGS = /^[gimsu]*$/;

/**
 * Reads what a person types to search in logs: `/expression/flags`, or plain text, which is found in capitals and small
 * letters alike. Expressions that might never come to an end are refused.
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
  for (const match of line.slice(0, LOOKED_AT).matchAll(expression)) {
    if (match[0] === '') continue;
    spans.push([match.index, match.index + match[0].length]);
    if (spans.length === MAX_SPANS) break;
  }
  return spans;
}
