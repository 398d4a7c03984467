import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { git } from './git';
import type { FolderContent, RepositoryFiles } from './repository-files';

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
  files: RepositoryFiles,
  stream: Buffer,
  continued: readonly string[] = [],
): Promise<ReadonlyMap<number, string>> {
  const key = [stream.toString('latin1'), ...continued.map((ref) => files.text(ref))].join('\0');
  const known = imported.get(key);
  if (known !== undefined) {
    const { content, shas } = await known;
    files.add(content);
    return shas;
  }
  const importing = runImport(files, stream);
  imported.set(key, importing);
  importing.catch(() => imported.delete(key));
  return (await importing).shas;
}

async function runImport(files: RepositoryFiles, stream: Buffer): Promise<Imported> {
  const before = files.content();
  const marks = path.join(files.folder, 'import.marks');
  await git(files.folder, ['fast-import', '--quiet', `--export-marks=${marks}`], stream);
  const shas = new Map(readFileSync(marks, 'utf8').split('\n').map(splitMark));
  rmSync(marks);
  return { content: withoutFiles(files.content(), before), shas };
}

/** Parses a line `:7 <sha>` of git's marks file. */
function splitMark(line: string): [number, string] {
  const [mark = '', sha = ''] = line.split(' ');
  return [Number(mark.slice(1)), sha];
}
