import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { git } from './git';

/** The content of a folder: files by path, and subfolders, because git requires some empty ones. */
interface FolderContent {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
}

async function readFolder(folder: string): Promise<FolderContent> {
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

async function writeFolder(folder: string, { folders, files }: FolderContent): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const each of folders) await mkdir(path.join(folder, each), { recursive: true });
  await Promise.all([...files].map(([name, content]) => writeFile(path.join(folder, name), content)));
}

/** Returns the files of a content that don't exist in `other` with the same bytes. */
function withoutFiles({ folders, files }: FolderContent, other: FolderContent): FolderContent {
  const changed = [...files].filter(([name, bytes]) => other.files.get(name)?.equals(bytes) !== true);
  return { folders, files: new Map(changed) };
}

/** The result of importing a stream: the files that it adds, and its commits by mark. */
interface Imported {
  readonly content: FolderContent;
  readonly shas: ReadonlyMap<number, string>;
}

/** Imports of this process, because tests start many sandboxes with the same commits. */
const imported = new Map<string, Promise<Imported>>();

/**
 * Imports commits into a bare repository: with `git fast-import` the first time, and by copying the files after that.
 * `continued` are the refs to which the stream adds commits. Returns the SHAs by mark.
 */
export async function importStream(
  folder: string,
  stream: Buffer,
  continued: readonly string[] = [],
): Promise<ReadonlyMap<number, string>> {
  const heads = await Promise.all(
    continued.map((ref) => readFile(path.join(folder, ref), 'utf8').catch(() => '')),
  );
  const key = [stream.toString('latin1'), ...heads].join('\0');
  const known = imported.get(key);
  if (known !== undefined) {
    const { content, shas } = await known;
    await writeFolder(folder, content);
    return shas;
  }
  const importing = runImport(folder, stream);
  imported.set(key, importing);
  importing.catch(() => imported.delete(key));
  return (await importing).shas;
}

async function runImport(folder: string, stream: Buffer): Promise<Imported> {
  const before = await readFolder(folder);
  const marks = path.join(folder, 'import.marks');
  await git(folder, ['fast-import', '--quiet', `--export-marks=${marks}`], stream);
  const shas = new Map((await readFile(marks, 'utf8')).split('\n').map(splitMark));
  await rm(marks);
  return { content: withoutFiles(await readFolder(folder), before), shas };
}

/** Parses a line `:7 <sha>` of git's marks file. */
function splitMark(line: string): [number, string] {
  const [mark = '', sha = ''] = line.split(' ');
  return [Number(mark.slice(1)), sha];
}
