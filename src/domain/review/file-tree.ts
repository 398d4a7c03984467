/** Something with a path whose parts are separated by `/`. */
interface HasPath {
  readonly path: string;
}

/** A folder as it is shown: folders that hold nothing but one folder are joined with it. */
export interface ShownFolder {
  /** From the top, without a slash at the end. */
  readonly path: string;
  /** From the folder that it is shown in: `src/app`. */
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

/** As people read names: without a difference between cases, and 9 before 10. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Files by their folders. Building it takes one step for each part of each path; nothing is sorted before it is shown. */
export class FileTree<T extends HasPath> {
  readonly #root: Folder<T> = { path: '', folders: new Map(), files: [] };

  constructor(files: Iterable<T>) {
    // Files of a folder mostly come one after the other.
    let last = this.#root;
    for (const file of files) {
      const path = folderOf(file.path);
      if (path !== last.path) last = this.#make(path);
      last.files.push(file);
    }
  }

  /** What is right inside a folder, folders first; empty for a folder that is not here. */
  inside(path: string): FolderContent<T> {
    const folder = this.#find(path);
    if (folder === undefined) return { folders: [], files: [] };
    const folders = [...folder.folders].map(([name, below]) => joined(name, below));
    return {
      folders: folders.sort((a, b) => compare(a.name, b.name)),
      files: sortedFiles(folder.files),
    };
  }

  /** All files of a folder, at any depth. */
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

/** No git has a folder without a name; a server could make one up, and it would be inside of itself. */
const partsOf = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');

/** By their paths, as people read them. */
export function sortedFiles<T extends HasPath>(files: readonly T[]): readonly T[] {
  return [...files].sort((a, b) => compare(a.path, b.path) || (a.path < b.path ? -1 : 1));
}

/** The folder of a path, empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** The last part of a path. */
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
