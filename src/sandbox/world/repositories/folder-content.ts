import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The content of a folder: files by path, and subfolders, because git requires some empty ones. */
export interface FolderContent {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
}

export async function readFolder(folder: string): Promise<FolderContent> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]): string =>
    path.relative(folder, path.join(entry.parentPath, entry.name));
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => [pathOf(entry), await readFile(path.join(folder, pathOf(entry)))] as const),
  );
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(pathOf),
    files: new Map(files),
  };
}

export async function writeFolder(folder: string, { folders, files }: FolderContent): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const each of folders) await mkdir(path.join(folder, each), { recursive: true });
  await Promise.all([...files].map(([name, content]) => writeFile(path.join(folder, name), content)));
}

/** Returns the content without the files that another content has with the same bytes. */
export function withoutFiles({ folders, files }: FolderContent, other: FolderContent): FolderContent {
  const changed = [...files].filter(([name, bytes]) => other.files.get(name)?.equals(bytes) !== true);
  return { folders, files: new Map(changed) };
}
