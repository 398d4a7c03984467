import { FileType, Uri, workspace } from 'vscode';
import { isWorkingPath } from '../../app/shared/git-port';

/** `refused`: a path that may lead elsewhere, into git's own folder, or over a symbolic link. */
export type Inside = Uri | 'missing' | 'refused';

/** What was found of the folders above a file; hold it for one pass over many files. */
export type KnownFolders = Map<string, Promise<FileType | undefined>>;

/**
 * The file or folder below a root under a path that came from a server, a log, or a stack trace. Every part of the path
 * is looked at, and none may be a symbolic link. Whoever opens or changes a file of the workspace by such a path asks
 * here first.
 */
export async function insideOf(root: Uri, path: string, known?: KnownFolders): Promise<Inside> {
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

/** The same for an address that is already known to be of this machine, such as what a search through files found. */
export function addressInside(root: Uri, address: Uri, known?: KnownFolders): Promise<Inside> {
  const folder = `${root.path.replace(/\/$/, '')}/`;
  if (address.scheme !== root.scheme || address.authority !== root.authority)
    return Promise.resolve('refused');
  if (!address.path.startsWith(folder)) return Promise.resolve('refused');
  return insideOf(root, address.path.slice(folder.length), known);
}

function kept(known: KnownFolders, uri: Uri): Promise<FileType | undefined> {
  const key = uri.toString();
  const found = known.get(key) ?? typeOf(uri);
  known.set(key, found);
  return found;
}

/** The editor tells of a link itself, not only of what it leads to. Undefined where there is nothing to be read. */
async function typeOf(uri: Uri): Promise<FileType | undefined> {
  try {
    return (await workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
