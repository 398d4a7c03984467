import { failedAbove } from './go-test';
import { placesIn } from './locations';
import { MATCHERS } from './matchers';
import { type LineFinding, type LineReader, type LogFinding, TOO_FAR } from './shapes';

/** Longer lines don't contain locations for humans; the rest is ignored. */
export const MAX_LINE_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 1_000;

/** All built-in matchers require one of these, so that most lines of a log are skipped quickly. */
const NAMES_A_FILE = /\.[A-Za-z]\w{0,9}(?: ?:|\()/;
const BEGINS_AS =
  /^(?:\s+(?:\d+:\d+\s+(?:error|warning|[✖×⚠‼])\s|(?:file|line)(?:Name|Number)?: |\^-)|E {3}| {2}:?\d+ {3,}\S|[^\s:]*[Ff]ile:\d|(?:ERROR: )?failed to |[\s#\d.]*--- FAIL: )/;
const mayMatch = (text: string): boolean =>
  NAMES_A_FILE.test(text) || text.includes(' line ') || BEGINS_AS.test(text);

/**
 * Finds the locations in one line of a log, using the lines around it. A result for a line above replaces the
 * earlier result of that line. `own`: the result of the user's own pattern, which has priority.
 */
export function findingsIn(line: number, read: LineReader, own?: LineFinding): readonly LogFinding[] {
  if (own !== undefined) return [finished(own, line)];
  const readCut = cutReader(read);
  const text = readCut(line);
  if (!mayMatch(text)) return [];
  try {
    return builtIn(text, line, readCut);
  } catch (error) {
    // If the other lines are too far away, the result is based on the line itself.
    if (error !== TOO_FAR) throw error;
    return placesIn(text).map((place) => finished(place, line));
  }
}

function builtIn(text: string, line: number, readCut: LineReader): readonly LogFinding[] {
  const found = firstOf(MATCHERS, ({ needs, match }) =>
    needs?.test(text) === false ? undefined : match(text, line, readCut),
  );
  if (found !== undefined) return [finished(found, line)];
  const earlier = failedAbove(text, line, readCut);
  if (earlier.length > 0) return earlier.map((one) => finished(one, one.logLine));
  return placesIn(text).map((place) => finished(place, line));
}

/** Always the same reader for the same log, because matchers cache data by reader. */
const cutReaders = new WeakMap<LineReader, LineReader>();

function cutReader(read: LineReader): LineReader {
  const known = cutReaders.get(read);
  if (known !== undefined) return known;
  const cutting: LineReader = (line) => cut(read(line));
  cutReaders.set(read, cutting);
  return cutting;
}

const cut = (text: string): string => (text.length > MAX_LINE_LENGTH ? text.slice(0, MAX_LINE_LENGTH) : text);

function finished(found: LineFinding, logLine: number): LogFinding {
  const { problem } = found;
  if (problem === undefined || problem.message.length <= MAX_MESSAGE_LENGTH) return { ...found, logLine };
  return {
    ...found,
    logLine,
    problem: { ...problem, message: `${problem.message.slice(0, MAX_MESSAGE_LENGTH)}…` },
  };
}

function firstOf<T>(all: readonly T[], match: (one: T) => LineFinding | undefined): LineFinding | undefined {
  for (const one of all) {
    const found = match(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
