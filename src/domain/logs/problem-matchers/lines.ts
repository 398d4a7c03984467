import { foundAt, PATH, severityOf, SPACED_PATH } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';

/** Parts of a match by name, as the expressions of the tables call them. `place` becomes the link. */
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
/** Blanks in a path can only be told where it begins the line, or what stands before it ends with a colon. */
const anyPath = String.raw`(?:(?<=^\s*(?:\d+>\s*)?|:\s|-->\s)${SPACED_PATH}|${PATH})`;
/** Looks first whether anything is there: a line of blanks is passed over at once. */
export const path = String.raw`(?<path>(?=\S)${anyPath})`;
/** What `docker build` writes before each line: its step and its seconds. */
export const step = String.raw`(?:(?:#\d+ )?\d+\.\d+ )?`;
export const rest = String.raw`(?<message>\S.*)`;
export const expressionOf = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''));

/** A tool that says everything in one line: what the expression's groups of those names hold. */
export const oneLine = (tool: string, expression: RegExp, needs = /^/): Matcher => ({
  tool,
  needs,
  match: (text) => inOneLine(expression, text),
});

/** A line that only names a place. */
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

/** Of what was found, only the place. */
export const locationOnly = (found: LineFinding | undefined): LineFinding | undefined =>
  found === undefined ? undefined : { ...found, problem: undefined };

/** The same place with other words; those that the line has itself where there are none. */
export function saying(found: LineFinding | undefined, message: string | undefined): LineFinding | undefined {
  if (found?.problem === undefined || message === undefined || message === '') return found;
  return { ...found, problem: { ...found.problem, message } };
}

/** The nearest line above, at most so many, that the expression knows. */
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

/** What the lines from one on say until one is empty, or is none of theirs, as one sentence. */
export function paragraphAt(from: number, most: number, read: LineReader, end?: RegExp): string {
  const words: string[] = [];
  for (let other = from; other < from + most; other++) {
    const text = read(other);
    if (text.trim() === '' || end?.test(text) === true) break;
    words.push(text.trim());
  }
  return words.join(' ');
}
