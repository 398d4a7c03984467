import { guessesFor } from '../../domain/logs/problem-matchers/paths';

/** The files of the workspace, as the editor sees them. Addresses are texts. */
export interface WorkspaceFiles {
  /** The address of the file below the folder; undefined where there is none. */
  file(root: string, path: string): Promise<string | undefined>;
  /** Files below the folder whose path ends like this, at most `most`. */
  endingWith(root: string, path: string, most: number, signal: AbortSignal): Promise<readonly string[]>;
}

/** The files of the workspace, which can be read too. */
export interface FrameFiles extends WorkspaceFiles {
  /** The text of a file, as the editor has it; undefined where there is none, or it has more bytes. */
  text(address: string, mostBytes: number, signal: AbortSignal): Promise<string | undefined>;
}

/** Where a job's files are in the workspace. */
export interface JobFolders {
  /** Addresses of folders; none where the job's project is not in the workspace. */
  readonly roots: readonly string[];
  /** Full path of the project on the server. */
  readonly project: string | undefined;
}

/** Different paths that are looked for in one log. */
const MAX_PATHS = 1_000;
/** Searches through the whole folder: each of them costs much more than a look. */
const MAX_SEARCHES = 40;
const AT_ONCE = 8;

/** Finds the files that one log talks of. What was looked for once is not looked for again. */
export class FileFinder {
  readonly #files: WorkspaceFiles;
  readonly #folders: JobFolders;
  readonly #known = new Map<string, string | undefined>();
  #searches = 0;

  constructor(files: WorkspaceFiles, folders: JobFolders) {
    this.#files = files;
    this.#folders = folders;
  }

  /** The address of the file; undefined where it is not in the workspace, or was not looked for. */
  known(path: string): string | undefined {
    return this.#known.get(path);
  }

  /** Looks for those that were not looked for yet, until the signal aborts. */
  async find(paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    if (this.#folders.roots.length === 0) return;
    const open = [...new Set(paths)].filter((path) => !this.#known.has(path));
    const queue = open.slice(0, Math.max(0, MAX_PATHS - this.#known.size)).values();
    const work = async (): Promise<void> => {
      for (const path of queue) {
        if (signal.aborted) return;
        const found = await this.#search(path, signal);
        if (found !== undefined || !isAborted(signal)) this.#known.set(path, found);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #search(path: string, signal: AbortSignal): Promise<string | undefined> {
    const { roots, project } = this.#folders;
    const { below, anywhere } = guessesFor(path, project);
    for (const guess of below) {
      for (const root of roots) {
        if (signal.aborted) return undefined;
        const found = await this.#files.file(root, guess);
        if (found !== undefined) return found;
      }
    }
    if (anywhere === undefined || this.#searches >= MAX_SEARCHES) return undefined;
    this.#searches++;
    const found = await Promise.all(roots.map((root) => this.#files.endingWith(root, anywhere, 2, signal)));
    const [only, another] = found.flat();
    return another === undefined ? only : undefined;
  }
}

/** Asked anew: while something was waited for, it may have come to be true. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
