import { commands, FileType, Uri, window, workspace } from 'vscode';
import type { GitPort, GitShow } from '../app/git-port';
import { connectGit } from './git-extension';
import type { GitPlaces } from './git-work';

/** The editor asks for all sides of all files at once: more of them take long (500 files: 3.6 s). */
const MOST_FILES = 100;

const isNoFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FileNotFound';

async function orNone<T>(reading: Thenable<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

export const editorGit: GitPlaces = {
  connect: () => connectGit(),
  activeFile: () => window.activeTextEditor?.document.uri,
  read: async (folder, path) => {
    const bytes = await orNone(workspace.fs.readFile(Uri.joinPath(folder, path)));
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  },
  list: async (folder, path) => {
    const entries = (await orNone(workspace.fs.readDirectory(Uri.joinPath(folder, path)))) ?? [];
    return entries.filter(([, type]) => (type & FileType.File) !== 0).map(([name]) => name);
  },
};

/** Shows what git holds in editors, terminals and windows. */
export function gitShow(git: Pick<GitPort, 'changedFiles' | 'resolve'>): GitShow {
  return {
    changes: async (repository, title, from, to) => {
      const files = await git.changedFiles(repository, from, to);
      const api = await connectGit();
      const root = Uri.parse(repository, true);
      if (api === undefined || files.length === 0) return { shown: 0, all: files.length };
      const before = await git.resolve(repository, from);
      const at = (path: string, sha: string): Uri => api.toGitUri(Uri.joinPath(root, path), sha);
      const shown = files
        .slice(0, MOST_FILES)
        .map(({ kind, path, from: was }) => [
          Uri.joinPath(root, path),
          kind === 'added' || before === undefined ? undefined : at(was, before),
          kind === 'deleted' ? undefined : at(path, to),
        ]);
      await commands.executeCommand('vscode.changes', title, shown);
      return { shown: shown.length, all: files.length };
    },
    terminal: (repository, name, command) => {
      const terminal = window.createTerminal({ name, cwd: Uri.parse(repository, true) });
      terminal.show();
      terminal.sendText(command, false);
      return Promise.resolve();
    },
    isTaken: async (path) => {
      const uri = Uri.file(path);
      const found = await orNone(workspace.fs.stat(uri));
      if (found === undefined) return false;
      return found.type !== FileType.Directory || (await workspace.fs.readDirectory(uri)).length > 0;
    },
    folder: async (path) => {
      await commands.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
    },
  };
}
