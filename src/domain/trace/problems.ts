import { MATCHERS } from './problems-matchers';
import type { Pattern } from './problems-patterns';
import { placesIn } from './problems-places';
import type { Found, LineReader, LogFinding } from './problems-shapes';

/** Who writes longer lines writes no places for people; what stands behind is not looked at. */
const LONGEST_LINE = 2_000;
const LONGEST_MESSAGE = 1_000;

/** All built-in rules need one of these: most lines of a log are passed over at the cost of one look. */
const MAY_MATCH = /\.[A-Za-z]\w{0,9}(?:[:(]|", line )|^\s+\d+:\d+\s+(?:error|warning)\s|^E {3}/;

/** What one line of a log tells of files, read with the help of the lines before it. */
export function findingsIn(
  line: number,
  read: LineReader,
  patterns: readonly Pattern[] = [],
): readonly LogFinding[] {
  const text = cut(read(line));
  const readCut: LineReader = (other) => cut(read(other));
  const own = firstOf(patterns, (pattern) => pattern.match(text));
  const found =
    own ?? (MAY_MATCH.test(text) ? firstOf(MATCHERS, ({ match }) => match(text, line, readCut)) : undefined);
  if (found !== undefined) return [finished(found, line)];
  return MAY_MATCH.test(text) ? placesIn(text).map((place) => finished(place, line)) : [];
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
