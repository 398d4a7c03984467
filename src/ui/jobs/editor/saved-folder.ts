import { lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Returns which of the files below a folder exist. */
export async function existingFiles(root: string, files: readonly string[]): Promise<readonly string[]> {
  const existing: string[] = [];
  for (const file of files) if ((await kindOf(path.join(root, file))) !== undefined) existing.push(file);
  return existing;
}

/**
 * Creates the folders of a file below a folder, and returns the path of the file. Rejects with ENOTDIR if one of them is
 * a file or a link, which could lead out of the folder.
 */
export async function folderFor(root: string, file: string): Promise<string> {
  const names = file.split('/');
  let folder = root;
  for (const name of names.slice(0, -1)) {
    folder = path.join(folder, name);
    const kind = await kindOf(folder);
    if (kind === 'other') throw Object.assign(new Error(`${folder} isn't a folder`), { code: 'ENOTDIR' });
    if (kind === undefined) await mkdir(folder, { recursive: true });
  }
  return path.join(root, ...names);
}

/** Returns undefined if nothing exists at the path. Doesn't follow links. */
async function kindOf(at: string): Promise<'folder' | 'other' | undefined> {
  try {
    return (await lstat(at)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
