import { CancellationTokenSource, FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { WorkspaceFiles } from '../../../app/shared/file-finder';
import { resolvePathInside, resolveUriInside } from './inside-of';

/** Excludes build output and installed dependencies. */
const NOT_SOURCES = '**/{node_modules,.git,dist,out,build,target,.venv}/**';

export const workspaceFiles: WorkspaceFiles = {
  async file(root, path) {
    const found = await resolvePathInside(Uri.parse(root, true), path);
    if (typeof found === 'string') return undefined;
    try {
      const { type } = await workspace.fs.stat(found);
      return type === FileType.File ? found.toString() : undefined;
    } catch {
      return undefined; // The file was removed or isn't readable.
    }
  },

  async endingWith(root, path, most, signal) {
    const cancel = new CancellationTokenSource();
    const stop = (): void => {
      cancel.cancel();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      // Escape the special characters of glob patterns.
      const pattern = `**/${path.replace(/[*?{}[\]]/g, (character) => (character === ']' ? '?' : `[${character}]`))}`;
      const folder = Uri.parse(root, true);
      const found = await workspace.findFiles(
        new RelativePattern(folder, pattern),
        NOT_SOURCES,
        most,
        cancel.token,
      );
      // The search follows symbolic links.
      const inside = await Promise.all(found.map((uri) => resolveUriInside(folder, uri)));
      return inside.flatMap((uri) => (typeof uri === 'string' ? [] : [uri.toString()]));
    } finally {
      signal.removeEventListener('abort', stop);
      cancel.dispose();
    }
  },
};
