import { existsSync } from 'node:fs';
import path from 'node:path';

/** Name of the file next to the clone that describes the demo. */
export const RECORD = 'demo.json';

/** Name of the folder that is opened in the window of a demo. */
const CLONE = 'storefront';

export const cloneIn = (root: string): string => path.join(root, CLONE);

/** Prefix of demo folders in the storage folder of the extension, followed by a random part. */
export const DEMO_PREFIX = 'demo-';

interface Location {
  readonly scheme: string;
  readonly path: string;
}

/** Systems with case-insensitive paths by default. On Windows, drive letters are written in either case. */
const IGNORES_CASE: readonly NodeJS.Platform[] = ['win32', 'darwin'];

/**
 * True if a workspace folder is the clone of a demo: the extension has created a folder in its storage folder, with the
 * record of a demo and the clone next to each other. Every window checks this at activation.
 */
export const isDemoClone = (
  storage: Location,
  folder: (Location & { readonly fsPath: string }) | undefined,
): boolean =>
  isDemoPath(storage, folder) && folder !== undefined && existsSync(path.join(folder.fsPath, '..', RECORD));

/** True if a folder has the path of a demo's clone. */
export function isDemoPath(
  storage: Location,
  folder: Location | undefined,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (folder?.scheme !== 'file') return false;
  const comparable = (file: string): string => (IGNORES_CASE.includes(platform) ? file.toLowerCase() : file);
  const start = comparable(`${storage.path}/${DEMO_PREFIX}`);
  if (!comparable(folder.path).startsWith(start)) return false;
  // Only the clone itself: the demo's folder, which "Remove Demo Project" deletes, is its parent.
  const [name, clone, ...others] = folder.path.slice(start.length).split('/');
  return name !== '' && clone === CLONE && others.length === 0;
}
