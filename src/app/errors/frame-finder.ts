import { LruMap } from '../../base/lru-map';
import { parseUrl } from '../../base/parse-url';
import { isBuilt, libraryPathOf, pathsOf, sourcesOf } from '../../domain/errors/frame-paths';
import { lineOfCode } from '../../domain/errors/moved-line';
import type { StackFrame } from '../../domain/errors/stack-trace';
import { FileFinder, type FrameFiles, type JobFolders } from '../shared/file-finder';
import { SourceMaps } from './source-maps';

/** Where the code of a call is in the workspace. */
export interface FramePlace {
  /** An address. */
  readonly file: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
  /** True where the code of the call stands on another line here than where it ran. */
  readonly moved: boolean;
  /** True where the file is a source by its name alone, and the line is that of the built file. */
  readonly guessed: boolean;
}

const MAX_KNOWN = 1_000;
const MAX_TEXT_SIZE = 5 * 1024 * 1024;
const BUILT_ENDING = /\.(?:[cm]?js|jsx)$/;
const START = { moved: false, guessed: false };

/** Finds the code of calls of stack traces. Files that were found are remembered, until `forget`. */
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

  /** Files may have come or gone: each is looked for anew. */
  forget(): void {
    this.#known.clear();
  }

  /** Undefined where the workspace has no such file, or the signal aborts. */
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

  /** The place in a file that was found under the name that the frame tells. */
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

  /** The place in a source that is called like the built file, of which nothing more is known. */
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

  /** The line of the frame, or the one to which its code has moved. */
  async #placeIn(file: string, frame: StackFrame, signal: AbortSignal): Promise<FramePlace> {
    const line = frame.line ?? 1;
    const told = { ...START, file, line, column: frame.column ?? 1 };
    const code = frame.context.find((each) => each.line === line)?.code;
    if (frame.line === undefined || code === undefined) return told;
    const text = await this.#files.text(file, MAX_TEXT_SIZE, signal);
    const found = text === undefined ? undefined : lineOfCode(text, line, code);
    return found === undefined || found === line ? told : { ...told, line: found, column: 1, moved: true };
  }

  /** The file of a source map's source: beside the map, or under the path that a bundler gave it. */
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

  /** Below a folder, under the very path. Some tools tell paths of the project as if they were absolute. */
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

  /** As paths of a log are looked for. */
  async #guess(paths: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const finder = new FileFinder(this.#files, this.#folders);
    for (const path of paths) {
      await finder.find([path], signal);
      const found = finder.known(path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A file that another one names: only where it lies below one of the folders, as every other file that is read. */
  async #inside(address: string): Promise<string | undefined> {
    const root = this.#rootOf(address);
    const path = this.#pathOf(address);
    return root === undefined || path === undefined ? undefined : this.#files.file(root, path);
  }

  #rootOf(address: string): string | undefined {
    return this.#folders.roots.find((each) => address.startsWith(`${each.replace(/\/$/, '')}/`));
  }

  /** The path of an address below the folder that it lies in. */
  #pathOf(address: string): string | undefined {
    const root = this.#rootOf(address);
    return root === undefined ? undefined : decoded(address.slice(root.replace(/\/$/, '').length + 1));
  }
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(path);

/** The rest of a path that lies in the folder itself: the program ran right here. */
function belowRoot(path: string, root: string): string | undefined {
  const url = parseUrl(root);
  if (!isAbsolute(path) || url === undefined) return undefined;
  const folder = withDrive(decoded(url.pathname).replace(/\/$/, ''));
  const file = withDrive(path);
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
}

/** Drives are the same in small letters and in capitals. */
const withDrive = (path: string): string =>
  path.replace(/^\/?([A-Za-z]):\//, (_, drive: string) => `/${drive.toLowerCase()}:/`);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
