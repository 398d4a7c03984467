import { CancellationTokenSource, FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { WorkspaceFiles } from '../app/place-finder';

/** What a build or an installer puts there is not what a person wrote. */
const NOT_SOURCES = '**/{node_modules,.git,dist,out,build,target,.venv}/**';

export const workspaceFiles: WorkspaceFiles = {
  async file(root, path) {
    const uri = Uri.joinPath(Uri.parse(root, true), path);
    try {
      const { type } = await workspace.fs.stat(uri);
      return (type & FileType.File) === 0 ? undefined : uri.toString();
    } catch {
      return undefined; // There is none, or it may not be read.
    }
  },

  async endingWith(root, path, most, signal) {
    const cancel = new CancellationTokenSource();
    const stop = (): void => {
      cancel.cancel();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      // Brackets, braces and stars of a path stand for themselves.
      const pattern = `**/${path.replace(/[*?{}[\]]/g, (character) => (character === ']' ? '?' : `[${character}]`))}`;
      const found = await workspace.findFiles(
        new RelativePattern(Uri.parse(root, true), pattern),
        NOT_SOURCES,
        most,
        cancel.token,
      );
      return found.map((uri) => uri.toString());
    } finally {
      signal.removeEventListener('abort', stop);
      cancel.dispose();
    }
  },
};
