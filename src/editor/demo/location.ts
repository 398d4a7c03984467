/** Prefix of demo folders in the storage folder of the extension, followed by a random part. */
export const DEMO_PREFIX = 'demo-';

interface Location {
  readonly scheme: string;
  readonly path: string;
}

/** Systems with case-insensitive paths by default. On Windows, drive letters are written in either case. */
const IGNORES_CASE: readonly NodeJS.Platform[] = ['win32', 'darwin'];

/**
 * True if a workspace folder is the clone of a demo: only the extension creates folders in its storage
 * folder. Every window checks this at activation.
 */
export function isDemoClone(
  storage: Location,
  folder: Location | undefined,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (folder?.scheme !== 'file') return false;
  const comparable = (file: string): string => (IGNORES_CASE.includes(platform) ? file.toLowerCase() : file);
  const start = comparable(`${storage.path}/${DEMO_PREFIX}`);
  if (!comparable(folder.path).startsWith(start)) return false;
  // Only the clone itself: the demo's folder, which "Remove Demo Project" deletes, is its parent.
  return /^[^/]+\/storefront$/.test(folder.path.slice(start.length));
}
