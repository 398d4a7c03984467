import { BUDGET_EXCEEDED, type LineReader } from './shapes';

/** Statement of a line about the tests whose output is above it. */
export type TestRunResult = 'passed' | 'failed';

/** The summary of a test runner. */
interface Summary {
  readonly tool: string;
  readonly line: RegExp;
  /** Matches the line if a test failed. */
  readonly failed: RegExp;
  /** Matches one of the two lines above, for summaries that are common words. */
  readonly above?: RegExp;
}

/** A number that isn't 0. */
const SOME = String.raw`\b0*[1-9]\d*`;

const SUMMARIES: readonly Summary[] = [
  { tool: 'go test', line: /^(?:ok {2}|FAIL)\t\S/, failed: /^FAIL/ },
  { tool: 'cargo test', line: /^test result: (?:ok|FAILED)\. \d/, failed: /FAILED/ },
  {
    tool: 'cargo nextest',
    line: /^\s+Summary \[.*\] +\d+ tests? run: /,
    failed: /\d (?:failed|timed out)\b/,
  },
  { tool: 'playwright, failed', line: /^ {2}\d+ (?:failed|interrupted)$/, failed: /\d/ },
  { tool: 'playwright', line: /^ {2}\d+ passed \(/, failed: /failed/ },
  { tool: 'jest', line: /^Test Suites: .*\btotal$/, failed: /failed/ },
  { tool: 'mocha', line: /^ {2,}\d+ (?:passing \(|failing$)/, failed: /failing$/ },
  { tool: 'mocha, json', line: /^ +"failures": \d+,$/, failed: new RegExp(SOME) },
  { tool: 'node --test, tape, tap', line: /^(?:#|ℹ) fail\s+\d+$/, failed: new RegExp(SOME) },
  {
    tool: 'unittest, nose2',
    line: /^(?:OK|FAILED)(?: \(.*\))?$/,
    failed: /^FAILED/,
    above: /^Ran \d+ tests?/,
  },
  {
    tool: 'pytest',
    line: /^(?:=+ )?(?:\d+ \w+, )*\d+ (?:passed|failed|errors?|skipped|xfailed|warnings?)\b.* in \d+\.\d+s/,
    failed: /\d (?:failed|errors?)\b/,
  },
  {
    tool: 'rspec, jasmine, minitest, test-unit, ExUnit',
    line: /^(?:\d+ doctests?, )?\d+ (?:examples?|specs?|runs|tests?), .*\b\d+ failures?\b/,
    failed: new RegExp(String.raw`${SOME} (?:failures?|errors?)\b`),
  },
  { tool: 'ctest', line: /^\d+% tests passed, \d+ tests failed/, failed: /^(?!100%)/ },
  { tool: 'meson test', line: /^Fail: +\d+\s*$/, failed: new RegExp(SOME) },
  { tool: 'prove', line: /^Result: (?:PASS|FAIL)$/, failed: /FAIL/ },
  { tool: 'phpunit', line: /^(?:OK(?: \(\d|, but )|FAILURES!|ERRORS!)/, failed: /^(?:FAIL|ERR)/ },
];
const ANY = new RegExp(SUMMARIES.map(({ line }) => `(?:${line.source})`).join('|'));

/** The verdict of a test runner in a line. Output behind a prefix is mixed with that of other runs. */
export function testRunResultIn(at: number, read: LineReader): TestRunResult | undefined {
  const text = read(at);
  if (!ANY.test(text)) return undefined;
  const summary = SUMMARIES.find(({ line, above }) => line.test(text) && (!above || isNear(at, above, read)));
  if (summary === undefined) return undefined;
  return summary.failed.test(text) ? 'failed' : 'passed';
}

function isNear(at: number, above: RegExp, read: LineReader): boolean {
  try {
    return above.test(read(at - 1)) || above.test(read(at - 2));
  } catch (error) {
    if (error !== BUDGET_EXCEEDED) throw error;
    return false;
  }
}

/** A command of the script, as the runner prints it. */
const COMMAND = /^\$ \S/;
/** `… || true`, `… || echo 'is only a hint'`, `--exit-zero`: the status of the tool doesn't matter. */
const TOLERANT = /\|\|\s*(?:true|:|exit 0|(?:echo|printf)\s[^;&|]*)\s*;?\s*$|\s--exit-zero\b/;

/** make continues after a command that may fail. */
const IGNORED = /^g?make(?:\[\d{1,3}\])?: \[.*\] Error \d+ \(ignored\)$/;
export const isIgnoredFailure = (text: string): boolean => IGNORED.test(text);

export const isCommand = (text: string): boolean => COMMAND.test(text);

/** Whether a command succeeds even if its tool fails: then its errors are only warnings. */
export const isTolerant = (command: string): boolean => TOLERANT.test(command);
