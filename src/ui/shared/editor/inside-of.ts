import { FileType, Uri, workspace } from 'vscode';
import { isWorkingPath } from '../../../app/shared/git-port';

/** `refused`: the path may refer to another folder or to git's directory, or contains a symbolic link. */
export type ResolvedPath = Uri | 'missing' | 'refused';

/** Types of the folders that contain files, cached for one pass over many files. */
export type KnownFolders = Map<string, Promise<FileType | undefined>>;

/**
 * Returns the file or folder below a root for a path from a server, a log, or a stack trace. No part of the
 * path may be a symbolic link. Must be called before opening or changing a file of the workspace by such a
 * path.
 */
export async function resolvePathInside(
  root: Uri,
  path: string,
  known?: KnownFolders,
): Promise<ResolvedPath> {
  if (!isWorkingPath(path) || (process.platform === 'win32' && path.includes('\\'))) return 'refused';
  const names = path.split('/');
  let uri = root;
  for (const [index, name] of names.entries()) {
    uri = Uri.joinPath(uri, name);
    const isLast = index === names.length - 1;
    const type = isLast || known === undefined ? await typeOf(uri) : await kept(known, uri);
    if (type === undefined) return 'missing';
    if ((type & FileType.SymbolicLink) !== 0) return 'refused';
    if (!isLast && type !== FileType.Directory) return 'missing';
  }
  return uri;
}

/** Checks a local URI in the same way, for example from a file search. */
export function resolveUriInside(root: Uri, address: Uri, known?: KnownFolders): Promise<ResolvedPath> {
  const folder = `${root.path.replace(/\/$/, '')}/`;
  if (address.scheme !== root.scheme || address.authority !== root.authority)
    return Promise.resolve('refused');
  if (!address.path.startsWith(folder)) return Promise.resolve('refused');
  return resolvePathInside(root, address.path.slice(folder.length), known);
}

function kept(known: KnownFolders, uri: Uri): Promise<FileType | undefined> {
  const key = uri.toString();
  const found = known.get(key) ?? typeOf(uri);
  known.set(key, found);
  return found;
}

/** VS Code reports the link itself in addition to its target. Undefined if the path can't be read. */
async function typeOf(uri: Uri): Promise<FileType | undefined> {
  try {
    return (await workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
