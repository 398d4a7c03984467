import path from 'node:path';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { shuffleSuite } from '../../../scripts/lib/tests/shuffle.mjs';
import type { Testing } from '../../../src/extension';
import { listenForRejections, noneUnheard } from '../../unheard-rejections';
import { sandbox } from './harness';
import { restoreKnownState } from './known-state';
import { clearPromptRecords } from './product';
import { Report } from './report';

const TIMEOUT_MS = 60_000;
const RESTORE_TIMEOUT_MS = 60_000;

/** Mocha's reporters write to a terminal, which a window doesn't have. */
class Quiet extends Mocha.reporters.Base {}

/**
 * Called by the host. Runs the test files in SWITCHYARD_TEST_FILES, which are paths relative to this bundle, and writes a
 * report to the file in SWITCHYARD_TEST_REPORT.
 */
export async function run(): Promise<void> {
  // Stack traces refer to the sources in `test/integration`.
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: 'bdd', timeout: TIMEOUT_MS, reporter: Quiet });
  listenForRejections();
  mocha.suite.afterEach(noneUnheard);
  mocha.suite.afterAll(noneUnheard);
  mocha.suite.afterEach(noneFailed);
  mocha.suite.afterEach(clearPromptRecords);
  const report = new Report(process.env['SWITCHYARD_TEST_REPORT']);
  mocha.suite.afterEach(async function () {
    if (this.currentTest?.state === 'failed') report.addRequests(await sandbox.requests());
  });
  globalThis.restoreState = restoreKnownState;
  // The event is fired before the group registers its own hooks.
  mocha.suite.on('suite', (group) => {
    group.beforeAll('restores the known state', async function () {
      this.timeout(RESTORE_TIMEOUT_MS);
      await restoreKnownState();
    });
  });
  const { SWITCHYARD_TEST_GREP: grep, SWITCHYARD_TEST_ORDER: seed } = process.env;
  if (grep !== undefined) mocha.grep(grep);
  for (const name of testFiles()) {
    const file = path.join(__dirname, name);
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    // oxlint-disable-next-line typescript/no-require-imports -- the host runs CommonJS
    mocha.suite.emit('require', require(file), file, mocha);
    mocha.suite.emit('post-require', globalThis, file, mocha);
  }
  if (seed !== undefined) shuffleSuite(mocha.suite, Number(seed));

  const failing = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => {
      report.add(test);
    });
    runner.on('fail', (test, error: unknown) => {
      report.add(test, error);
    });
    runner.on('hook end', (hook) => {
      report.addHook(hook);
    });
  });
  report.finish();
  // The host turns this into its exit code.
  if (failing > 0) throw new Error(`${failing} tests failed.`);
}

const testFiles = (): readonly string[] => (process.env['SWITCHYARD_TEST_FILES'] ?? '').split(',');

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
