import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a folder by path, and its subfolders, because git requires some empty ones. */
export interface FolderContent {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * The files of a bare repository. They stay in memory until git needs them, because most sandboxes of tests never
 * run git, and writing the files is the slowest part of their start.
 */
export class RepositoryFiles {
  readonly #folder: string;
  readonly #folders = new Set<string>();
  readonly #files = new Map<string, Buffer>();
  #isWritten = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder, after writing its files. */
  get folder(): string {
    if (this.#isWritten) return this.#folder;
    this.#isWritten = true;
    this.#write({ folders: [...this.#folders], files: this.#files });
    this.#folders.clear();
    this.#files.clear();
    return this.#folder;
  }

  /** Adds files, and replaces existing ones. */
  add(content: FolderContent): void {
    if (this.#isWritten) {
      this.#write(content);
      return;
    }
    for (const name of content.folders) this.#folders.add(name);
    for (const [name, bytes] of content.files) this.#files.set(name, bytes);
  }

  /** Returns the trimmed text of a file; empty if there is none, or if it is a folder. */
  text(name: string): string {
    if (!this.#isWritten) return this.#files.get(name)?.toString('utf8').trim() ?? '';
    try {
      return readFileSync(path.join(this.#folder, name), 'utf8').trim();
    } catch {
      return '';
    }
  }

  has(name: string): boolean {
    return this.#isWritten ? existsSync(path.join(this.#folder, name)) : this.#files.has(name);
  }

  /**
   * Writes the file of a ref, like git. False if it can't be written, because another file or folder is in its place or
   * in that of one of its folders, or because git is changing it.
   */
  writeRef(name: string, sha: string): boolean {
    if (!this.#isWritten) {
      const isFree = !this.#folders.has(name) && ![...this.#files.keys()].some(isInTheWayOf(name));
      if (isFree) this.#files.set(name, Buffer.from(`${sha}\n`));
      return isFree;
    }
    const file = path.join(this.#folder, name);
    const lock = `${file}.lock`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(lock, `${sha}\n`, { flag: 'wx' });
    } catch {
      return false;
    }
    try {
      renameSync(lock, file);
      return true;
    } catch {
      rmSync(lock);
      return false;
    }
  }

  /** Deletes the file of a ref. */
  removeRef(name: string): void {
    if (this.#isWritten) rmSync(path.join(this.#folder, name));
    else this.#files.delete(name);
  }

  /** Returns all files and folders. */
  content(): FolderContent {
    if (!this.#isWritten) return { folders: [...this.#folders], files: new Map(this.#files) };
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    const named = entries.map((entry) => ({
      entry,
      name: path.relative(this.#folder, path.join(entry.parentPath, entry.name)),
    }));
    return {
      folders: named.flatMap(({ entry, name }) => (entry.isDirectory() ? name : [])),
      files: new Map(
        named.flatMap(({ entry, name }) =>
          entry.isFile() ? [[name, readFileSync(path.join(this.#folder, name))] as const] : [],
        ),
      ),
    };
  }

  #write({ folders, files }: FolderContent): void {
    const parents = [...files.keys()].map((name) => path.dirname(name));
    for (const name of new Set(['.', ...folders, ...parents]))
      mkdirSync(path.join(this.#folder, name), { recursive: true });
    for (const [name, bytes] of files) writeFileSync(path.join(this.#folder, name), bytes);
  }
}

/** Whether a file can't exist beside another one, because one of them has the path of a folder of the other. */
const isInTheWayOf =
  (name: string) =>
  (other: string): boolean =>
    other.startsWith(`${name}/`) || name.startsWith(`${other}/`);
