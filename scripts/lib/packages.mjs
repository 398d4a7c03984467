// Installs node_modules if they differ from package-lock.json. Uses no packages from node_modules.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';

const OLDEST_NODE = [20, 19];

export async function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Problem(
      `Node.js ${OLDEST_NODE.join('.')} or later is required; this is ${process.versions.node}.`,
    );
  }
  if (await upToDate()) return;
  await step('Installing packages (npm ci)', () =>
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: ROOT, what: 'npm ci' }),
  );
}

/**
 * Compares the versions with npm's list of installed packages. Optional packages are those for other systems.
 */
async function upToDate() {
  const installedList = path.join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(installedList)) return false;
  const [wanted, installed] = await Promise.all(
    [path.join(ROOT, 'package-lock.json'), installedList].map(async (file) =>
      JSON.parse(await readFile(file, 'utf8')),
    ),
  );
  return Object.entries(wanted.packages).every(
    ([name, { version, optional }]) =>
      name === '' || optional || installed.packages[name]?.version === version,
  );
}
