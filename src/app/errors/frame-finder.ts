import { LruMap } from '../../base/lru-map';
import { parseUrl } from '../../base/parse-url';
import { isBuilt, libraryPathOf, pathsOf, sourcesOf } from '../../domain/errors/frame-paths';
import { lineOfCode } from '../../domain/errors/moved-line';
import type { StackFrame } from '../../domain/errors/stack-trace';
import { FileFinder, type FrameFiles, type JobFolders } from '../shared/file-finder';
import { SourceMaps } from './source-maps';

/** The position of a frame's code in the workspace. */
export interface FramePlace {
  /** A URI. */
  readonly file: string;
  /** Starts at 1, like the column. */
  readonly line: number;
  readonly column: number;
  /** True if the code of the frame is on another line than when it ran. */
  readonly moved: boolean;
  /** True if the file is a source found only by its name, with the line number of the built file. */
  readonly guessed: boolean;
}

const MAX_KNOWN = 1_000;
const MAX_TEXT_SIZE = 5 * 1024 * 1024;
const BUILT_ENDING = /\.(?:[cm]?js|jsx)$/;
const START = { moved: false, guessed: false };

/** Finds the code of stack frames. Caches files that were found until `forget` is called. */
export class FrameFinder {
  readonly #files: FrameFiles;
  readonly #folders: JobFolders;
  readonly #maps: SourceMaps;
  readonly #known = new LruMap<string, string | undefined>(MAX_KNOWN);

  constructor(files: FrameFiles, folders: JobFolders) {
    this.#files = files;
    this.#folders = folders;
    this.#maps = new SourceMaps(async (address, most, signal) => {
      const inside = await this.#inside(address);
      return inside === undefined ? undefined : files.text(inside, most, signal);
    });
  }

  /** Clears the cache, because files may have changed. */
  forget(): void {
    this.#known.clear();
  }

  /** Undefined if the workspace doesn't contain the file, or the signal aborts. */
  async find(frame: StackFrame, signal: AbortSignal): Promise<FramePlace | undefined> {
    if (this.#folders.roots.length === 0) return undefined;
    const library = libraryPathOf(frame);
    const place =
      library === undefined ? await this.#own(frame, signal) : await this.#library(library, frame, signal);
    return signal.aborted ? undefined : place;
  }

  async #library(path: string, frame: StackFrame, signal: AbortSignal): Promise<FramePlace | undefined> {
    const file = await this.#fileOf([path, ...pathsOf(frame).filter(isAbsolute)], true, signal);
    return file === undefined ? undefined : this.#placeIn(file, frame, signal);
  }

  async #own(frame: StackFrame, signal: AbortSignal): Promise<FramePlace | undefined> {
    const paths = pathsOf(frame);
    const file = await this.#fileOf(paths, false, signal);
    return file === undefined ? this.#bySource(paths, frame, signal) : this.#inFile(file, frame, signal);
  }

  /** The position in a file that was found by the frame's path. */
  async #inFile(file: string, frame: StackFrame, signal: AbortSignal): Promise<FramePlace> {
    const here = await this.#placeIn(file, frame, signal);
    if (!BUILT_ENDING.test(file)) return here;
    const original = await this.#maps.original(
      file,
      here.line,
      here.moved ? undefined : frame.column,
      signal,
    );
    const source = original === undefined ? undefined : await this.#sourceOf(original.source, signal);
    if (original !== undefined && source !== undefined) {
      return { ...START, file: source, line: original.line, column: original.column };
    }
    const path = this.#pathOf(file);
    if (original !== undefined || path === undefined || !isBuilt(path)) return here;
    return (await this.#bySource([path], frame, signal)) ?? here;
  }

  /** The position in a source with the same name as the built file, if nothing else is known. */
  async #bySource(
    built: readonly string[],
    frame: StackFrame,
    signal: AbortSignal,
  ): Promise<FramePlace | undefined> {
    for (const path of built) {
      const source = await this.#fileOf(sourcesOf(path), false, signal);
      if (source === undefined) continue;
      const place = await this.#placeIn(source, frame, signal);
      return { ...place, guessed: !place.moved };
    }
    return undefined;
  }

  /** The line of the frame, or the line to which its code moved. */
  async #placeIn(file: string, frame: StackFrame, signal: AbortSignal): Promise<FramePlace> {
    const line = frame.line ?? 1;
    const reported = { ...START, file, line, column: frame.column ?? 1 };
    const code = frame.context.find((each) => each.line === line)?.code;
    if (frame.line === undefined || code === undefined) return reported;
    const text = await this.#files.text(file, MAX_TEXT_SIZE, signal);
    const found = text === undefined ? undefined : lineOfCode(text, line, code);
    return found === undefined || found === line
      ? reported
      : { ...reported, line: found, column: 1, moved: true };
  }

  /** The source file of a source map: relative to the map, or at the path from the bundler. */
  async #sourceOf(source: string, signal: AbortSignal): Promise<string | undefined> {
    const path = this.#pathOf(source);
    const frame = {
      file: path ?? source,
      function: undefined,
      line: 1,
      column: 1,
      own: undefined,
      context: [],
    };
    const library = libraryPathOf(frame);
    return this.#fileOf(library === undefined ? pathsOf(frame) : [library], library !== undefined, signal);
  }

  async #fileOf(
    paths: readonly string[],
    exactly: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const key = JSON.stringify([exactly, paths]);
    if (this.#known.has(key)) return this.#known.get(key);
    const found =
      (await this.#exactly(paths, signal)) ?? (exactly ? undefined : await this.#guess(paths, signal));
    if (signal.aborted) return undefined;
    this.#known.set(key, found);
    return found;
  }

  /**
   * Searches for the exact path below the folders. Some tools report paths of the project as absolute paths.
   */
  async #exactly(paths: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    for (const path of paths) {
      for (const root of this.#folders.roots) {
        const below = belowRoot(path, root) ?? path.replace(/^\/+/, '');
        if (below === '' || /(?:^|\/)\.\.(?:\/|$)/.test(below)) continue;
        if (signal.aborted) return undefined;
        const found = await this.#files.file(root, below);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Searches like for paths in a job log. */
  async #guess(paths: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const finder = new FileFinder(this.#files, this.#folders);
    for (const path of paths) {
      await finder.find([path], signal);
      const found = finder.known(path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A file that another file refers to. Like all files, it is read only if it is in one of the folders. */
  async #inside(address: string): Promise<string | undefined> {
    const root = this.#rootOf(address);
    const path = this.#pathOf(address);
    return root === undefined || path === undefined ? undefined : this.#files.file(root, path);
  }

  #rootOf(address: string): string | undefined {
    return this.#folders.roots.find((each) => address.startsWith(`${each.replace(/\/$/, '')}/`));
  }

  /** The path of a URI below its folder. */
  #pathOf(address: string): string | undefined {
    const root = this.#rootOf(address);
    return root === undefined ? undefined : decoded(address.slice(root.replace(/\/$/, '').length + 1));
  }
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(path);

/** The relative path of a file in the folder, if the program ran there. */
function belowRoot(path: string, root: string): string | undefined {
  const url = parseUrl(root);
  if (!isAbsolute(path) || url === undefined) return undefined;
  const folder = withDrive(decoded(url.pathname).replace(/\/$/, ''));
  const file = withDrive(path);
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
}

/** Drive letters are case-insensitive. */
const withDrive = (path: string): string =>
  path.replace(/^\/?([A-Za-z]):\//, (_, drive: string) => `/${drive.toLowerCase()}:/`);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
