// Results of checks: prints each when it has finished, and describes all of them at the end.
import { describeFailure, findFlaky } from './test-reports.mjs';

/** Maximum number of lines at the end of a failed run that describe what failed. */
const MAX_REPEATED_LINES = 110;

export class CheckResults {
  /** The tests that passed when their file ran once more, as `{ file, title }`. */
  flaky = [];
  #began = new Map();
  /** Results by check: the number of passed checks or tests, the failed tests, the lines of a failed check, and seconds. */
  #results = new Map();

  /** Starts to measure the duration of a check. Later calls have no effect. */
  begin(check) {
    if (!this.#began.has(check)) this.#began.set(check, performance.now());
  }

  /** Adds a check that has no results of tests. */
  addCheck(check, { passed, lines }) {
    this.#add(check, { passed: passed ? 1 : 0, failedTests: [], lines: passed ? [] : lines });
    if (!passed) console.log(`${lines.join('\n').trimEnd()}\n`);
  }

  /** Adds the results of all tests of a check. */
  addTests(check, tests) {
    const failedTests = tests.filter(({ passed }) => !passed);
    const passed = tests.length - failedTests.length;
    this.#add(check, {
      passed,
      failedTests,
      lines: [],
      counts: `: ${passed} passed, ${failedTests.length} failed`,
    });
  }

  /** Adds the failures of files that take too long. */
  addSlowFiles(failedTests) {
    if (failedTests.length > 0)
      this.#results.set('duration of files', { passed: 0, failedTests, lines: [], seconds: 0 });
  }

  #add(check, { counts = '', ...result }) {
    const seconds = (performance.now() - this.#began.get(check)) / 1000;
    this.#results.set(check, { ...result, seconds });
    console.log(`${failedIn(result) === 0 ? '✔' : '✘'} ${check}${counts} (${seconds.toFixed(1)} s)`);
  }

  /** Runs the files of failed tests once more. `rerun(file)` returns the tests that failed in it. */
  async repeatFailed(check, rerun) {
    const result = this.#results.get(check);
    const found = await findFlaky(result.failedTests, (file) => {
      // The reason isn't printed again if the test passes.
      for (const failed of result.failedTests.filter((each) => each.file === file))
        console.log(`\n${describeFailure(failed).join('\n')}`);
      console.log(`\n${file} once more ...`);
      return rerun(file);
    });
    result.failedTests = result.failedTests.filter(
      ({ file, title }) => !found.some((each) => each.file === file && each.title === title),
    );
    result.passed += found.length;
    this.flaky.push(...found);
  }

  get passed() {
    return sum(this.#results.values(), ({ passed }) => passed);
  }

  get failed() {
    return sum(this.#results.values(), failedIn);
  }

  hasPassed(check) {
    const result = this.#results.get(check);
    return result !== undefined && failedIn(result) === 0;
  }

  /** Returns the lines about each failed check or test, shorter if there are many. */
  failures() {
    const blocks = [...this.#results].flatMap(([check, { failedTests, lines }]) => [
      ...(lines.length > 0 ? [[`${check}:`, ...lines.slice(-MAX_REPEATED_LINES)]] : []),
      ...failedTests.map(describeFailure),
    ]);
    const each = Math.max(3, Math.floor(MAX_REPEATED_LINES / Math.max(1, blocks.length)) - 1);
    return blocks.map((lines) => lines.slice(0, each));
  }

  /** Returns a table of the checks with the numbers of their tests and their durations. */
  table() {
    const rows = [...this.#results].map(([check, result]) => [
      check,
      String(result.passed + failedIn(result)),
      result.seconds.toFixed(0),
    ]);
    return [['check', 'tests', 'seconds'], ...rows]
      .map(([check, tests, seconds]) => `${check.padEnd(20)}${tests.padStart(6)}${seconds.padStart(9)}`)
      .join('\n');
  }
}

/** The number of failures in a result. A failed check without tests counts as one. */
const failedIn = ({ passed, failedTests }) =>
  failedTests.length + (passed === 0 && failedTests.length === 0 ? 1 : 0);

const sum = (items, numberOf) => [...items].reduce((total, item) => total + numberOf(item), 0);
