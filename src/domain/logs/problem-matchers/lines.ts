import { foundAt, NAMED_PATH, PATH, severityOf, SPACED_PATH } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';

/** Named groups of a match, as in the expressions of the tables. `place` becomes the link. */
interface Parts {
  readonly place?: string;
  readonly path?: string;
  readonly line?: string;
  readonly column?: string;
  readonly severity?: string;
  readonly message?: string;
}

export const line = String.raw`(?<line>\d{1,7})`;
export const column = String.raw`(?<column>\d{1,7})`;
/** A path with spaces is only recognizable at the beginning of a line or after a colon. */
const anyPath = String.raw`(?:(?<=^\s*(?:\d+>\s*|\[\w{1,20}\]\s+)?|:\s|-->\s)${SPACED_PATH}|${PATH}|${NAMED_PATH})`;
/** Checks for content first, so that blank lines are skipped quickly. */
export const path = String.raw`(?<path>(?=\S)${anyPath})`;
export const rest = String.raw`(?<message>\S.*)`;
export const expressionOf = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''));

/** A tool that reports everything in one line: the named groups of the expression. */
export const oneLine = (tool: string, expression: RegExp, needs = /^/): Matcher => ({
  tool,
  needs,
  match: (text) => inOneLine(expression, text),
});

/** A line that only contains a location. */
export const onlyPlace = (tool: string, expression: RegExp, needs = /^/): Matcher => ({
  tool,
  needs,
  match: (text) => locationOnly(inOneLine(expression, text)),
});

export function inOneLine(expression: RegExp, text: string, message?: string): LineFinding | undefined {
  const match = expression.exec(text);
  if (match === null) return undefined;
  const parts: Parts = match.groups ?? {};
  const place = parts.place ?? '';
  return foundAt(
    { start: match.index + match[0].indexOf(place), text: place },
    { path: parts.path ?? '', line: parts.line, column: parts.column },
    { severity: severityOf(parts.severity), message: (message ?? parts.message ?? '').trim() },
  );
}

/** Returns only the location of a match. */
export const locationOnly = (found: LineFinding | undefined): LineFinding | undefined =>
  found === undefined ? undefined : { ...found, problem: undefined };

/** The same location with another message; the line's own message if there is none. */
export function withMessage(
  found: LineFinding | undefined,
  message: string | undefined,
): LineFinding | undefined {
  if (found?.problem === undefined || message === undefined || message === '') return found;
  return { ...found, problem: { ...found.problem, message } };
}

/** The nearest line above that matches the expression, within a number of lines. */
export function above(
  at: number,
  most: number,
  read: LineReader,
  expression: RegExp,
): { readonly match: RegExpExecArray; readonly line: number } | undefined {
  for (let other = at - 1; other >= Math.max(0, at - most); other--) {
    const match = expression.exec(read(other));
    if (match !== null) return { match, line: other };
  }
  return undefined;
}

/** Joins the following lines to a sentence, until an empty or unrelated one. */
export function paragraphAt(from: number, most: number, read: LineReader, end?: RegExp): string {
  const texts: string[] = [];
  for (let other = from; other < from + most; other++) {
    const text = read(other);
    if (text.trim() === '' || end?.test(text) === true) break;
    texts.push(text.trim());
  }
  return texts.join(' ');
}
