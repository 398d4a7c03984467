import { MATCHERS } from './problems-matchers';
import { failedAbove } from './problems-go-test';
import type { Pattern } from './problems-patterns';
import { placesIn } from './problems-places';
import type { Found, LineReader, LogFinding } from './problems-shapes';

/** Who writes longer lines writes no places for people; what stands behind is not looked at. */
const LONGEST_LINE = 2_000;
const LONGEST_MESSAGE = 1_000;

/** All built-in rules need one of these: most lines of a log are passed over at the cost of three looks. */
const NAMES_A_FILE = /\.[A-Za-z]\w{0,9}(?: ?:|\()/;
const BEGINS_AS =
  /^(?:\s+(?:\d+:\d+\s+(?:error|warning|[✖×⚠‼])\s|(?:file|line)(?:Name|Number)?: |\^-)|E {3}| {2}:?\d+ {3,}\S|[^\s:]*[Ff]ile:\d|(?:ERROR: )?failed to |[\s#\d.]*--- FAIL: )/;
const mayMatch = (text: string): boolean =>
  NAMES_A_FILE.test(text) || text.includes(' line ') || BEGINS_AS.test(text);

/**
 * What one line of a log tells of files, read with the help of the lines around it. What it tells of a line above
 * comes in place of what that one told.
 */
export function findingsIn(
  line: number,
  read: LineReader,
  patterns: readonly Pattern[] = [],
): readonly LogFinding[] {
  const text = cut(read(line));
  const readCut: LineReader = (other) => cut(read(other));
  const own = firstOf(patterns, (pattern) => pattern.match(text));
  if (own !== undefined) return [finished(own, line)];
  if (!mayMatch(text)) return [];
  const found = firstOf(MATCHERS, ({ needs, match }) =>
    needs?.test(text) === false ? undefined : match(text, line, readCut),
  );
  if (found !== undefined) return [finished(found, line)];
  const earlier = failedAbove(text, line, readCut);
  if (earlier.length > 0) return earlier.map((one) => finished(one, one.logLine));
  return placesIn(text).map((place) => finished(place, line));
}

const cut = (text: string): string => (text.length > LONGEST_LINE ? text.slice(0, LONGEST_LINE) : text);

function finished(found: Found, logLine: number): LogFinding {
  const { problem } = found;
  if (problem === undefined || problem.message.length <= LONGEST_MESSAGE) return { ...found, logLine };
  return {
    ...found,
    logLine,
    problem: { ...problem, message: `${problem.message.slice(0, LONGEST_MESSAGE)}…` },
  };
}

function firstOf<T>(all: readonly T[], match: (one: T) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = match(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
