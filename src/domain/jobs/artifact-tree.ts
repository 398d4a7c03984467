/** A file or folder of an archive. */
export interface ArtifactItem {
  readonly name: string;
  /** Path in the archive, without a slash at the end. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Size of a file in bytes, if it is known. */
  readonly size: number | undefined;
}

/** The items of a folder. */
export interface ArtifactListing {
  readonly items: readonly ArtifactItem[];
  /** Number of entries of the archive that aren't safe to show. */
  readonly hidden: number;
  /** The folder has more items than were read. */
  readonly cut: boolean;
}

/** An entry of an archive, as stored in it. Folders have names that end with a slash. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** The external attributes of a ZIP file; the upper half can be the mode of a file on Unix. */
  readonly attributes: number;
}

/** Archives have at most this many entries; further ones are ignored. */
export const MAX_ARCHIVE_ENTRIES = 100_000;
/**
 * Archives have at most this many folders; entries that need more are ignored. Each level of each path can be a folder, so a
 * small archive could have millions.
 */
export const MAX_ARCHIVE_FOLDERS = 50_000;
/** The paths of an archive have at most this many characters; further entries are ignored. */
export const MAX_ARCHIVE_CHARACTERS = 10_000_000;
/** Limits the work and the memory for the path of an entry. */
const MAX_PATH_LENGTH = 1_024;
const MAX_DEPTH = 40;

const FILE_TYPE_MASK = 0o170000;
const REGULAR_TYPES: readonly number[] = [0, 0o100000, 0o040000];

/** Control characters, and the separator of Windows. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const REFUSED = /[\u0000-\u001f\u007f\\]/;
const DRIVE = /^[a-z]:/i;

/**
 * True for a relative path whose segments are names. Other paths could leave the folder into which they are
 * saved, or be changed by the editor.
 */
export function isSafeArtifactPath(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH || REFUSED.test(path) || DRIVE.test(path)) return false;
  const segments = path.split('/');
  return segments.length <= MAX_DEPTH && segments.every((name) => !['', '.', '..'].includes(name));
}

/** Returns the name of a file or folder. */
export const artifactName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the folder that contains a file or folder; empty for the root. */
export const artifactParent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
/** Comparing names of 1,000 digits takes a hundred times longer than comparing usual names. */
const MAX_COMPARED = 100;

/** Sorts folders first, then by name. */
export function sortedItems(items: Iterable<ArtifactItem>): readonly ArtifactItem[] {
  return [...items].sort((one, other) =>
    one.kind === other.kind ? compareNames(one.name, other.name) : one.kind === 'folder' ? -1 : 1,
  );
}

function compareNames(one: string, other: string): number {
  const order = collator.compare(one.slice(0, MAX_COMPARED), other.slice(0, MAX_COMPARED));
  return order === 0 && one.length > MAX_COMPARED ? Number(one > other) - Number(one < other) : order;
}

/**
 * The files and folders of an archive. Entries that aren't safe are counted, but not added: unsafe paths, links
 * and other special files, duplicates, and files in the place of a folder.
 */
export class ArtifactTree {
  readonly #folders = new Map<string, Map<string, ArtifactItem>>([['', new Map()]]);
  #characters = 0;
  #hidden = 0;
  #cut = false;

  /** Adds an entry. Returns the path of a file that is now in the tree. */
  add({ name, size, attributes }: ArchiveEntry): string | undefined {
    const isFolder = name.endsWith('/');
    const path = isFolder ? name.slice(0, -1) : name;
    const type = (attributes >>> 16) & FILE_TYPE_MASK;
    const isKnownType = REGULAR_TYPES.includes(type);
    this.#characters += path.length;
    if (this.#characters > MAX_ARCHIVE_CHARACTERS) this.#cut = true;
    if (this.#cut) return undefined;
    const isAdded =
      isKnownType &&
      isSafeArtifactPath(path) &&
      (isFolder ? this.#addFolder(path) : this.#addFile(path, size));
    if (!isAdded && !this.isCut) this.#hidden++;
    return isAdded && !isFolder ? path : undefined;
  }

  /** Marks that the archive has more entries. */
  cut(): void {
    this.#cut = true;
  }

  /** True if the archive has more entries or folders than were added. */
  get isCut(): boolean {
    return this.#cut;
  }

  item(path: string): ArtifactItem | undefined {
    return this.#folders.get(artifactParent(path))?.get(artifactName(path));
  }

  /** Returns the items of a folder; undefined if it doesn't exist. */
  list(folder: string): ArtifactListing | undefined {
    const items = this.#folders.get(folder);
    if (items === undefined) return undefined;
    const hidden = folder === '' ? this.#hidden : 0;
    return { items: sortedItems(items.values()), hidden, cut: this.#cut };
  }

  #addFile(path: string, size: number): boolean {
    if (this.item(path) !== undefined || !this.#addFolder(artifactParent(path))) return false;
    this.#put({ name: artifactName(path), path, kind: 'file', size });
    return true;
  }

  /** Adds a folder and the folders above it. Returns false if one of them is a file, or if there are too many. */
  #addFolder(path: string): boolean {
    const missing: string[] = [];
    let at = path;
    for (; !this.#folders.has(at); at = artifactParent(at)) {
      if (this.item(at) !== undefined) return false;
      missing.push(at);
    }
    if (this.#folders.size + missing.length > MAX_ARCHIVE_FOLDERS) {
      this.#cut = true;
      return false;
    }
    for (const folder of missing.reverse()) {
      this.#folders.set(folder, new Map());
      this.#put({ name: artifactName(folder), path: folder, kind: 'folder', size: undefined });
    }
    return true;
  }

  #put(item: ArtifactItem): void {
    this.#folders.get(artifactParent(item.path))?.set(item.name, item);
  }
}
