/** Folders of demos in the storage folder of the extension begin with this name. A random part follows. */
export const DEMO_PREFIX = 'demo-';

interface Location {
  readonly scheme: string;
  readonly path: string;
}

/** Systems whose paths usually don't distinguish case. On Windows, drive letters are also written in both ways. */
const IGNORES_CASE: readonly NodeJS.Platform[] = ['win32', 'darwin'];

/**
 * Whether a workspace folder is the clone of a demo: only the extension creates folders in its storage folder. Every
 * window checks this at activation.
 */
export function isDemoClone(
  storage: Location,
  folder: Location | undefined,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const comparable = (file: string): string => (IGNORES_CASE.includes(platform) ? file.toLowerCase() : file);
  return (
    folder?.scheme === 'file' &&
    comparable(folder.path).startsWith(comparable(`${storage.path}/${DEMO_PREFIX}`)) &&
    folder.path.endsWith('/storefront')
  );
}
