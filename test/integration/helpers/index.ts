import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension';
import { listenForRejections, noneUnheard } from '../../unheard-rejections';
import { inRunOrder } from './run-order';

const TIMEOUT_MS = 60_000;

/** Mocha's reporters write to a terminal, which a window doesn't have. */
class Quiet extends Mocha.reporters.Base {}

/**
 * Called by the host. Runs all test files in `test/integration` and writes a report to the file in
 * SWITCHYARD_TEST_REPORT.
 */
export async function run(): Promise<void> {
  // Stack traces refer to the sources in `test/integration`.
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: 'bdd', timeout: TIMEOUT_MS, reporter: Quiet });
  listenForRejections();
  mocha.suite.afterEach(noneUnheard);
  mocha.suite.afterAll(noneUnheard);
  mocha.suite.afterEach(noneFailed);
  const grep = process.env['SWITCHYARD_TEST_GREP'];
  if (grep !== undefined) mocha.grep(grep);
  const window = process.env['SWITCHYARD_TEST_WINDOW'];
  for (const name of inRunOrder(testFiles(), window === undefined ? undefined : Number(window))) {
    const file = path.join(__dirname, name);
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the host runs CommonJS
    mocha.suite.emit('require', require(file), file, mocha);
    mocha.suite.emit('post-require', globalThis, file, mocha);
  }

  const results: Result[] = [];
  const failing = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => {
      add({ title: test.fullTitle(), passed: true, ms: test.duration ?? 0 });
    });
    runner.on('fail', (test, error: unknown) => {
      add({ title: test.fullTitle(), passed: false, ms: test.duration ?? 0, error: told(error) });
    });
  });
  report(results, true);
  // The host turns this into its exit code.
  if (failing > 0) throw new Error(`${failing} of ${results.length} tests failed.`);

  function add(result: Result) {
    results.push(result);
    const mark = result.passed ? '✔' : '✘';
    console.log(`  ${mark} ${result.title} (${result.ms} ms)`);
    if (result.error !== undefined) console.log(`      ${result.error.replaceAll('\n', '\n      ')}`);
    // Written after each test, so that the results remain if the host crashes.
    report(results, false);
  }
}

/** Paths relative to this folder, with slashes on every system. */
const testFiles = (): string[] =>
  readdirSync(__dirname, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => name.replaceAll(path.sep, '/'));

/** Fails if background work of the extension failed, which only its log reports. */
function noneFailed(): void {
  const lines = loggedLines();
  const failures = lines.slice(read).filter((line) => line.startsWith('Background work failed'));
  read = lines.length;
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
let read = 0;

function loggedLines(): readonly string[] {
  const extension = vscode.extensions.getExtension<Testing>('switchyard.switchyard');
  return extension?.isActive === true ? extension.exports.logLines : [];
}

interface Result {
  readonly title: string;
  readonly passed: boolean;
  readonly ms: number;
  readonly error?: string;
}

function report(tests: readonly Result[], finished: boolean): void {
  const file = process.env['SWITCHYARD_TEST_REPORT'];
  if (file === undefined) return;
  const passing = tests.filter(({ passed }) => passed).length;
  writeFileSync(file, JSON.stringify({ finished, passing, failing: tests.length - passing, tests }, null, 2));
}

const told = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
