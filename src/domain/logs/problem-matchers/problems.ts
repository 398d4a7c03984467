import { failedAbove } from './go-test';
import { NAMED, placesIn } from './locations';
import { MATCHER_GROUPS } from './matchers';
import { viewsOf } from './prefixes';
import { BUDGET_EXCEEDED, type LineFinding, type LineReader, type LogFinding } from './shapes';

/** Longer lines don't contain locations for humans; the rest is ignored. */
export const MAX_LINE_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 1_000;

/** All built-in matchers require one of these, so that most lines of a log are skipped quickly. */
const NAMES_A_FILE = /\.[A-Za-z]\w{0,9}(?::| ?\(| \d+:\d| : (?:fatal|error|warning|info|note|message)\b)/;
const BEGINS_AS = new RegExp(
  String.raw`^(?:${[
    String.raw`\s+\d+:\d+\s+(?:error|warning|[✖×⚠‼])\s`,
    String.raw`\s+[✖⚠‼]\s+\d+:\d`,
    String.raw`\d+:\d+\s+(?:Error|Warning): `,
    String.raw`\s+(?:(?:file|line)(?:Name|Number)?: |\^-)`,
    String.raw`E {3}`,
    String.raw` {2}:?\d+ {3,}\S`,
    String.raw`(?:ERROR: )?failed to `,
    String.raw`File: {1,8}\S`,
    String.raw`\s*(?:--- FAIL: |not ok )`,
    String.raw`(?:ERROR|WARNING) in `,
    String.raw`\[ERROR\] {3}`,
    String.raw`\s*\d+ \| (?:ERROR|WARNING) \|`,
    String.raw`L: +\d+ \| P: `,
    String.raw`\s*"[^"]+", ?\d`,
    String.raw`(?:ERROR|WARNING|INFO)\|`,
    String.raw`[^\s|]+\|\d+(?: col \d+)?\|`,
    String.raw`[^\t]+\.\w{1,10}\t\d+\t`,
    String.raw`\w+: \*[EFW],`,
    String.raw`\s*\d+┆`,
    String.raw`(?:[A-Z][\w.-]{0,40}: )?(?:[^\s:]*[\\/])?${NAMED}:\d`,
  ].join('|')})`,
);
const namesAFile = (text: string): boolean =>
  NAMES_A_FILE.test(text) || text.includes(' line ') || text.includes(' line: ');

/**
 * Finds the locations in one line of a log, using the lines around it. A result for a line above replaces the
 * earlier result of that line. `own`: the result of the user's own pattern, which has priority.
 */
export function findingsIn(line: number, read: LineReader, own?: LineFinding): readonly LogFinding[] {
  if (own !== undefined) return [finished(own, line)];
  const readCut = cutReader(read);
  const text = readCut(line);
  const named = namesAFile(text);
  try {
    if (named || BEGINS_AS.test(text)) {
      const found = builtIn(line, readCut, () => true);
      if (found.length > 0) return found;
    }
    for (const view of viewsOf(line, readCut)) {
      if (!named && !BEGINS_AS.test(view.read(line))) continue;
      const found = builtIn(line, view.read, () => view.isShared(line));
      if (found.length > 0) return found.map((one) => moved(one, view.lengthAt(one.logLine)));
    }
  } catch (error) {
    // If the other lines are too far away, the result is based on the line itself.
    if (error !== BUDGET_EXCEEDED) throw error;
  }
  return named ? placesIn(text).map((place) => finished(place, line)) : [];
}

function builtIn(line: number, read: LineReader, isCertain: () => boolean): readonly LogFinding[] {
  const text = read(line);
  for (const group of MATCHER_GROUPS) {
    if (!group.needs.test(text)) continue;
    for (const { needs, isLoose, ofRun, match } of group.matchers) {
      if (!needs.test(text) || (isLoose === true && !isCertain())) continue;
      const found = match(text, line, read);
      if (found !== undefined) return [finished({ ...found, ofRun }, line)];
    }
  }
  return failedAbove(text, line, read).map((one) => finished(one, one.logLine));
}

const moved = (found: LogFinding, by: number): LogFinding => ({
  ...found,
  start: found.start + by,
  end: found.end + by,
});

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
  const { start, end, path, line, column, problem, ofRun } = found;
  return { logLine, start, end, path, line, column, problem: shortened(problem), ofRun };
}

function shortened(problem: LogFinding['problem']): LogFinding['problem'] {
  if (problem === undefined || problem.message.length <= MAX_MESSAGE_LENGTH) return problem;
  return { ...problem, message: `${problem.message.slice(0, MAX_MESSAGE_LENGTH)}…` };
}
