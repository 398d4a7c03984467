import { commands, FileType, Uri, window, workspace } from 'vscode';
import { type GitPort, type GitShow, isWorkingPath } from '../../../app/shared/git-port';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { resolvePathInside } from '../../shared/editor/inside-of';
import { WITHOUT_TOKEN } from '../../shared/editor/own-environment';
import { connectGit } from './extension';
import type { GitWorkDeps } from './work';

/** VS Code requests both sides of all files at once, which takes long for more files (500 files: 3.6 s). */
const MAX_FILES = 100;

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

export const editorGit: GitWorkDeps = {
  connect: () => connectGit(),
  activeFile: () => window.activeTextEditor?.document.uri,
  read: async (folder, path) => {
    const file = await resolvePathInside(folder, path);
    const bytes = typeof file === 'string' ? undefined : await orNone(workspace.fs.readFile(file));
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  },
  list: async (folder, path) => {
    const inside = await resolvePathInside(folder, path);
    const entries =
      typeof inside === 'string' ? [] : ((await orNone(workspace.fs.readDirectory(inside))) ?? []);
    // Excludes symbolic links, which may point outside of the workspace.
    return entries.filter(([, type]) => type === FileType.File).map(([name]) => name);
  },
};

/** Shows git's data in editors, terminals, and windows. */
export function gitShow(git: Pick<GitPort, 'changedFiles' | 'resolve'>): GitShow {
  return {
    changes: async (repository, title, from, to) => {
      const files = (await git.changedFiles(repository, from, to)).filter(({ path }) => isWorkingPath(path));
      const api = await connectGit();
      const root = Uri.parse(repository, true);
      if (api === undefined || files.length === 0) return { shown: 0, all: files.length };
      const before = await git.resolve(repository, from);
      const at = (path: string, sha: string): Uri => api.toGitUri(Uri.joinPath(root, path), sha);
      const shown = files
        .slice(0, MAX_FILES)
        .map(({ kind, path, from: was }) => [
          Uri.joinPath(root, path),
          kind === 'added' || before === undefined ? undefined : at(was, before),
          kind === 'deleted' ? undefined : at(path, to),
        ]);
      await commands.executeCommand('vscode.changes', escapeInvisibleLine(title), shown);
      return { shown: shown.length, all: files.length };
    },
    terminal: (repository, name, command) => {
      const terminal = window.createTerminal({
        name: escapeInvisibleLine(name),
        cwd: Uri.parse(repository, true),
        env: WITHOUT_TOKEN,
      });
      terminal.show();
      terminal.sendText(command, false);
      return Promise.resolve();
    },
    isOccupied: async (path) => {
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
