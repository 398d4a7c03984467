// Runs test files in one window of an extension host, with a separate sandbox and clone. Started by
// scripts/integration.mjs, which has built the extension and the tests.
//
//   node scripts/lib/tests/integration-window.mjs --files NAME,... --bundles FOLDER --report FILE --log FILE [--host NAME]
//     [--desktop] [--version VERSION] [--multi-root] [--grep TEXT] [--seed NUMBER] [--drawn] [--verbose]
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { readOptions } from '../options.mjs';
import { ROOT } from '../paths.mjs';
import { main, Problem } from '../problem.mjs';
import { cloneProject, startSandbox } from '../sandbox.mjs';
import { LESS_WORK, QUIET_SETTINGS, TRUST_EVERYTHING } from '../server.mjs';
import { temporaryFolder } from '../temporary.mjs';

const PROJECT = 'acme/storefront';
/**
 * Views that were shown by a test take the focus when their rows are loaded. This would close the quick pick
 * of the next test.
 */
const KEEP_LISTS_OPEN = { 'workbench.quickOpen.closeOnFocusLost': false };
/** Set by `product` in `test/integration/helpers/product.ts`, if they aren't set. Changing settings takes long. */
const TEST_SETTINGS = { 'switchyard.requests.perMinute': 3_000, 'switchyard.notify': 'off' };
/** Features of editors that no integration test uses. */
const PLAIN_EDITORS = { 'breadcrumbs.enabled': false, 'editor.stickyScroll.enabled': false };

const { values } = readOptions({
  options: {
    files: { type: 'string' },
    bundles: { type: 'string' },
    report: { type: 'string' },
    log: { type: 'string' },
    host: { type: 'string' },
    desktop: { type: 'boolean' },
    version: { type: 'string' },
    'multi-root': { type: 'boolean' },
    grep: { type: 'string' },
    seed: { type: 'string' },
    drawn: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
});

await main(async () => {
  // The system's temporary folder, because paths of the editor's sockets are limited in length.
  const folder = temporaryFolder(tmpdir(), 'sy-');
  const sandbox = await startSandbox(['--still', '--admin']);
  try {
    await runIn(folder, await openIn(folder, sandbox.info), sandbox.info);
  } finally {
    await sandbox.stop();
  }
});

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
  const settings = JSON.stringify({
    ...QUIET_SETTINGS,
    ...TRUST_EVERYTHING,
    ...KEEP_LISTS_OPEN,
    ...LESS_WORK,
    ...PLAIN_EDITORS,
    ...TEST_SETTINGS,
  });
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(path.join(userData, 'User/settings.json'), settings);
  const { vscodeExecutablePath, settingsFile, ...editor } = editorFor(userData);
  await runTests({
    ...editor,
    ...(vscodeExecutablePath === undefined ? {} : { vscodeExecutablePath }),
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: path.join(values.bundles, 'index.js'),
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
      SWITCHYARD_TEST_FILES: values.files,
      SWITCHYARD_TEST_SETTINGS: settingsFile,
      SWITCHYARD_TEST_REPORT: values.report,
      SWITCHYARD_TEST_LOG: values.log,
      // Only benchmarks measure the time to draw.
      ...(values.drawn ? { SWITCHYARD_TEST_DRAWN: '1' } : {}),
      ...(values.verbose ? { SWITCHYARD_TEST_VERBOSE: '1' } : {}),
      ...(values.seed === undefined ? {} : { SWITCHYARD_TEST_ORDER: values.seed }),
      ...(values.grep === undefined ? {} : { SWITCHYARD_TEST_GREP: values.grep }),
    },
  });
}

/** Returns the options that select the editor, and the file in which it stores the user settings. */
function editorFor(userData) {
  const { VSCODE_EXECUTABLE } = process.env;
  const settingsFile = path.join(userData, 'User/settings.json');
  if (VSCODE_EXECUTABLE) return { vscodeExecutablePath: VSCODE_EXECUTABLE, settingsFile };
  if (values.desktop)
    return { settingsFile, ...(values.version === undefined ? {} : { version: values.version }) };
  if (process.platform === 'win32') {
    throw new Problem(
      "The test host doesn't run on Windows. Add --desktop, or set VSCODE_EXECUTABLE to a Code.exe.",
    );
  }
  return {
    vscodeExecutablePath: path.join(ROOT, 'test/host/code-oss.mjs'),
    settingsFile: path.join(userData, 'server/data/User/settings.json'),
  };
}
