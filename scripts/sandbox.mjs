// Runs the sandbox, and installs and builds it first if needed: `npm run -s sandbox -- [options]`. Only the sandbox writes
// to stdout; the output of the installation and the build goes to stderr.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const BUNDLE = path.join(ROOT, 'dist/sandbox.js');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a command with its output on stderr. Exits if the command fails. */
function step(command, args, shell = false) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, shell, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`${[path.basename(command), ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`);
  process.exit(1);
}

/** Returns the time of the last change of any file in a folder. */
function newest(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
    const file = path.join(folder, entry.name);
    return Math.max(latest, entry.isDirectory() ? newest(file) : statSync(file).mtimeMs);
  }, 0);
}

if (!existsSync(path.join(ROOT, 'node_modules'))) step(npm, ['ci'], process.platform === 'win32');
const sources = ['base', 'schemas', 'api', 'sandbox'].map((layer) => path.join(ROOT, 'src', layer));
const stale = !existsSync(BUNDLE) || statSync(BUNDLE).mtimeMs < Math.max(...sources.map(newest));
if (stale) step(process.execPath, [path.join(ROOT, 'esbuild.mjs'), '--only', 'sandbox']);

// npm runs scripts in a shell, and a signal to npm ends only this shell. The sandbox ends when its parent
// process changes.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();

// Runs in this process, so that signals and the end of stdin don't have to be forwarded. Reads the same
// arguments.
await import(pathToFileURL(BUNDLE).href);
