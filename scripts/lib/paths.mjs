// Paths. Scripts write only to folders that Git ignores.
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Data of runs: user data of the editor, workspaces, and packaged extensions. */
export const RUN_DIR = path.join(ROOT, '.vscode-test');

/** Bundled tests, reports, and screenshots. */
export const OUT_DIR = path.join(ROOT, 'out');

/** Shared by all clones, because the test host is large and never changes. */
export function cacheDir() {
  const { SWITCHYARD_HOST_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (SWITCHYARD_HOST_CACHE) return path.resolve(SWITCHYARD_HOST_CACHE);
  const base =
    XDG_CACHE_HOME || (process.platform === 'win32' && LOCALAPPDATA) || path.join(homedir(), '.cache');
  return path.join(base, 'switchyard');
}
