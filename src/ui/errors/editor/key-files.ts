import { CancellationTokenSource, Uri, workspace } from 'vscode';
import type { KeyFiles } from '../../../app/errors/hard-coded-keys';
import type { GitPort } from '../../../app/shared/git-port';
import { type KnownFolders, resolveUriInside } from '../../shared/editor/inside-of';

/** Dependencies, version control data, and binary files. */
const LEFT_OUT =
  '**/{node_modules,.git,.hg,.svn,.venv}/**,**/*.{png,jpg,jpeg,gif,webp,ico,pdf,zip,gz,tgz,jar,woff,woff2,ttf,mp4,exe,dll,so}';
/** Maximum number of files per search. */
const MAX_FILES = 20_000;
/** Maximum file size in bytes; larger files are unlikely to contain configuration. */
const MAX_BYTES = 1024 * 1024;

/** Reads the text files of the workspace, with unsaved changes of open ones. */
export function keyFiles(git: Pick<GitPort, 'clones' | 'ignored'>): KeyFiles {
  let folders: KnownFolders = new Map();
  return {
    files: async (signal) => {
      folders = new Map();
      const cancel = new CancellationTokenSource();
      const stop = (): void => {
        cancel.cancel();
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        const found = await workspace.findFiles('**/*', `{${LEFT_OUT}}`, MAX_FILES + 1, cancel.token);
        signal.throwIfAborted();
        const uris = found.slice(0, MAX_FILES).map((uri) => uri.toString());
        return { uris, cut: found.length > MAX_FILES };
      } finally {
        signal.removeEventListener('abort', stop);
        cancel.dispose();
      }
    },

    read: async (address) => {
      const open = workspace.textDocuments.find(({ uri }) => uri.toString() === address);
      if (open !== undefined) return open.getText();
      const uri = Uri.parse(address, true);
      const root = workspace.getWorkspaceFolder(uri)?.uri;
      // The search follows symbolic links.
      if (root === undefined || typeof (await resolveUriInside(root, uri, folders)) === 'string')
        return undefined;
      try {
        const { size } = await workspace.fs.stat(uri);
        return size > MAX_BYTES ? undefined : await workspace.fs.readFile(uri);
      } catch {
        return undefined; // The file was removed or isn't readable.
      }
    },

    ignored: async (addresses) => {
      const ignored = new Set<string>();
      // The innermost clone determines whether a file is ignored.
      const clones = [...(await git.clones())].sort((a, b) => b.repository.length - a.repository.length);
      const left = new Set(addresses);
      for (const { repository } of clones) {
        const root = `${repository.replace(/\/$/, '')}/`;
        const inside = [...left].filter((address) => address.startsWith(root));
        for (const address of inside) left.delete(address);
        if (inside.length === 0) continue;
        const paths = new Map(inside.map((address) => [pathBelow(root, address), address]));
        for (const path of await git.ignored(repository, [...paths.keys()])) {
          const address = paths.get(path);
          if (address !== undefined) ignored.add(address);
        }
      }
      return ignored;
    },
  };
}

const pathBelow = (root: string, address: string): string =>
  Uri.parse(address, true).path.slice(Uri.parse(root, true).path.length);
