import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

const TIMEOUT_MS = 20_000;

/** Mocha's own reporters write to a terminal, which a window has not. */
class Quiet extends Mocha.reporters.Base {}

/** What the host calls: runs every test file beside this one, and leaves a report in the file that the caller named. */
export async function run(): Promise<void> {
  // A failing line is told as it stands in test/integration.
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: 'bdd', timeout: TIMEOUT_MS, reporter: Quiet });
  const grep = process.env['SWITCHYARD_TEST_GREP'];
  if (grep !== undefined) mocha.grep(grep);
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.test.js'));
  for (const name of files.sort()) {
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
    // Written each time: what is known survives a host that dies.
    report(results, false);
  }
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
