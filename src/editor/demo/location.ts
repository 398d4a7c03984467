/** Folders of demos in the storage folder of the extension begin with this name. A random part follows. */
export const DEMO_PREFIX = 'demo-';

interface Location {
  readonly scheme: string;
  readonly path: string;
}

/**
 * Whether a workspace folder is the clone of a demo: only the extension creates folders in its storage folder. Every
 * window checks this at activation.
 */
export function isDemoClone(storage: Location, folder: Location | undefined): boolean {
  return (
    folder?.scheme === 'file' &&
    // Drive letters can differ in case.
    folder.path.toLowerCase().startsWith(`${storage.path.toLowerCase()}/${DEMO_PREFIX}`) &&
    folder.path.endsWith('/storefront')
  );
}
