/** An object with a path whose segments are separated by `/`. */
interface HasPath {
  readonly path: string;
}

/** A folder as it is shown. Folders that contain nothing but one folder are joined with it. */
export interface ShownFolder {
  /** The full path, without a slash at the end. */
  readonly path: string;
  /** The path relative to the folder that it is shown in, such as `src/app`. */
  readonly name: string;
}

export interface FolderContent<T> {
  readonly folders: readonly ShownFolder[];
  readonly files: readonly T[];
}

interface Folder<T> {
  readonly path: string;
  readonly folders: Map<string, Folder<T>>;
  readonly files: T[];
}

/** Ignores case and compares numbers by value, so that 9 is before 10. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Groups files by folder. The constructor takes one step for each path segment; entries are sorted when they
 * are shown.
 */
export class FileTree<T extends HasPath> {
  readonly #root: Folder<T> = { path: '', folders: new Map(), files: [] };

  constructor(files: Iterable<T>) {
    // Optimization: files of a folder are usually adjacent.
    let last = this.#root;
    for (const file of files) {
      const path = folderOf(file.path);
      if (path !== last.path) last = this.#make(path);
      last.files.push(file);
    }
  }

  /** Returns the direct children of a folder; empty if the folder doesn't exist. */
  inside(path: string): FolderContent<T> {
    const folder = this.#find(path);
    if (folder === undefined) return { folders: [], files: [] };
    const folders = [...folder.folders].map(([name, below]) => joined(name, below));
    return {
      folders: folders.sort((a, b) => compare(a.name, b.name)),
      files: sortedFiles(folder.files),
    };
  }

  /** Returns all files in a folder and its subfolders. */
  below(path: string): readonly T[] {
    const start = this.#find(path);
    const found: T[] = [];
    const left = start === undefined ? [] : [start];
    for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
      for (const file of folder.files) found.push(file);
      left.push(...folder.folders.values());
    }
    return found;
  }

  #make(path: string): Folder<T> {
    let folder = this.#root;
    for (const name of partsOf(path)) {
      let next = folder.folders.get(name);
      if (next === undefined) {
        next = {
          path: folder === this.#root ? name : `${folder.path}/${name}`,
          folders: new Map(),
          files: [],
        };
        folder.folders.set(name, next);
      }
      folder = next;
    }
    return folder;
  }

  #find(path: string): Folder<T> | undefined {
    let folder: Folder<T> | undefined = this.#root;
    for (const name of partsOf(path)) folder = folder?.folders.get(name);
    return folder;
  }
}

/**
 * Ignores empty names. Git doesn't allow them, but a server could return them, and such a folder would
 * contain itself.
 */
const partsOf = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');

/** Sorts files by path, ignoring case. */
export function sortedFiles<T extends HasPath>(files: readonly T[]): readonly T[] {
  return [...files].sort((a, b) => compare(a.path, b.path) || (a.path < b.path ? -1 : 1));
}

/** Returns the parent folder of a path; empty at the top level. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** Returns the last segment of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function joined<T>(first: string, folder: Folder<T>): ShownFolder {
  const names = [first];
  let at = folder;
  while (at.files.length === 0 && at.folders.size === 1) {
    for (const [name, only] of at.folders) {
      names.push(name);
      at = only;
    }
  }
  return { path: at.path, name: names.join('/') };
}
