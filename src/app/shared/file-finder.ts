import { guessesFor } from '../../domain/logs/problem-matchers/paths';

/** The files of the workspace. Addresses are URIs as text. */
export interface WorkspaceFiles {
  /** The address of the file below the folder; undefined if it doesn't exist. */
  file(root: string, path: string): Promise<string | undefined>;
  /** Files below the folder whose paths have this suffix, at most `most`. */
  endingWith(root: string, path: string, most: number, signal: AbortSignal): Promise<readonly string[]>;
}

/** The files of the workspace and their text. */
export interface FrameFiles extends WorkspaceFiles {
  /**
   * The text of a file, including unsaved changes; undefined if it doesn't exist or is larger.
   */
  text(address: string, mostBytes: number, signal: AbortSignal): Promise<string | undefined>;
}

/** The folders of the workspace that contain a job's files. */
export interface JobFolders {
  /** Addresses of folders; empty if the job's project isn't in the workspace. */
  readonly roots: readonly string[];
  /** Full path of the project on the server. */
  readonly project: string | undefined;
}

/** Maximum number of different paths to search for in one log. */
const MAX_PATHS = 1_000;
/** Maximum number of paths that are searched for only in likely places. */
const MAX_LIKELY_PATHS = 300;
const MAX_LIKELY_GUESSES = 2;
/** Maximum number of searches in the whole folder, which are slower than checking one path. */
const MAX_SEARCHES = 40;
const AT_ONCE = 8;

/** Finds the files that a log refers to. Searches for each path once. */
export class FileFinder {
  readonly #files: WorkspaceFiles;
  readonly #folders: JobFolders;
  readonly #known = new Map<string, string | undefined>();
  /** Paths for which the likely places were checked. */
  readonly #unlikely = new Set<string>();
  /** Number of paths that `find` searched for. */
  #searched = 0;
  #searches = 0;

  constructor(files: WorkspaceFiles, folders: JobFolders) {
    this.#files = files;
    this.#folders = folders;
  }

  /** The address of the file; undefined if it isn't in the workspace or wasn't searched for. */
  known(path: string): string | undefined {
    return this.#known.get(path);
  }

  /** Searches for the paths that weren't searched for yet, until the signal aborts. */
  async find(paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const open = [...new Set(paths)].filter((path) => !this.#known.has(path));
    const queue = open.slice(0, Math.max(0, MAX_PATHS - this.#searched));
    await this.#each(queue, signal, async (path) => {
      const found = await this.#search(path, signal);
      if (found === undefined && isAborted(signal)) return;
      this.#known.set(path, found);
      this.#searched++;
    });
  }

  /**
   * Searches for paths in text that aren't positions of a tool. Most aren't files of the workspace, so only the likely
   * places are checked, and `find` searches for them again.
   */
  async findLikely(paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const open = [...new Set(paths)].filter((path) => !this.#known.has(path) && !this.#unlikely.has(path));
    const queue = open.slice(0, Math.max(0, MAX_LIKELY_PATHS - this.#unlikely.size));
    await this.#each(queue, signal, async (path) => {
      const found = await this.#searchLikely(path, signal);
      if (found !== undefined) this.#known.set(path, found);
      if (!isAborted(signal)) this.#unlikely.add(path);
    });
  }

  async #each(
    paths: readonly string[],
    signal: AbortSignal,
    search: (path: string) => Promise<void>,
  ): Promise<void> {
    if (this.#folders.roots.length === 0) return;
    const queue = paths.values();
    const work = async (): Promise<void> => {
      for (const path of queue) {
        if (signal.aborted) return;
        await search(path);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #searchLikely(path: string, signal: AbortSignal): Promise<string | undefined> {
    const { roots, project } = this.#folders;
    return this.#existing(roots, guessesFor(path, project).below.slice(0, MAX_LIKELY_GUESSES), signal);
  }

  async #search(path: string, signal: AbortSignal): Promise<string | undefined> {
    const { roots, project } = this.#folders;
    const { below, anywhere } = guessesFor(path, project);
    const found = await this.#existing(roots, below, signal);
    if (found !== undefined || signal.aborted) return found;
    if (anywhere === undefined || this.#searches >= MAX_SEARCHES) return undefined;
    this.#searches++;
    const ending = await Promise.all(roots.map((root) => this.#files.endingWith(root, anywhere, 2, signal)));
    const [only, another] = ending.flat();
    return another === undefined ? only : undefined;
  }

  /** The address of the first file that exists. */
  async #existing(
    roots: readonly string[],
    guesses: readonly string[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    for (const guess of guesses) {
      for (const root of roots) {
        if (signal.aborted) return undefined;
        const found = await this.#files.file(root, guess);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

/** A function, because the compiler assumes that the value doesn't change during an `await`. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
