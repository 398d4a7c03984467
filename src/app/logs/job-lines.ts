import { ignoreError } from '../../base/background';
import { decodeAny } from '../../base/well-formed';
import { type LineNow, LinesNow } from '../../domain/changes/lines-now';
import type { FrameFiles } from '../shared/file-finder';
import type { GitPort } from '../shared/git-port';

export interface JobLinesDeps {
  /** Includes unsaved changes. */
  readonly text: FrameFiles['text'];
  readonly committedFile: GitPort['committedFile'];
}

/** Larger files aren't compared; their line numbers don't change. */
const MAX_TEXT_SIZE = 1024 * 1024;
/** Each file requires two git processes. */
const MAX_FILES = 50;

/**
 * Finds lines of the job's commit in the files of the workspace, which can be on another branch or changed.
 * Uses only git, and doesn't fetch missing commits.
 */
export class JobLines {
  readonly #deps: JobLinesDeps;
  readonly #roots: readonly string[];
  readonly #sha: string | undefined;
  /** Files of the commit, which never change. Undefined if a file couldn't be read. */
  readonly #then = new Map<string, string | undefined>();

  /** `roots`: URIs of the clones with the job's files. */
  constructor(deps: JobLinesDeps, roots: readonly string[], sha: string | undefined) {
    this.#deps = deps;
    this.#roots = roots;
    this.#sha = sha;
  }

  /** Returns a function that maps lines of a file to its current text. */
  async of(file: string, signal: AbortSignal): Promise<(line: number) => LineNow> {
    const then = await this.#committed(file, signal);
    const now = then === undefined ? undefined : await this.#deps.text(file, MAX_TEXT_SIZE, signal);
    if (then === undefined || now === undefined) return (line) => ({ line, state: 'unknown' });
    const lines = new LinesNow(then, now);
    return (line) => lines.at(line);
  }

  async #committed(file: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#then.has(file)) return this.#then.get(file);
    const root = this.#roots.find((each) => file.startsWith(withSlash(each)));
    const path = root === undefined ? undefined : decodeAny(file.slice(withSlash(root).length));
    if (root === undefined || path === undefined || this.#sha === undefined) return undefined;
    if (this.#then.size >= MAX_FILES) return undefined;
    let then: string | undefined;
    try {
      const at = { sha: this.#sha, path };
      const found = await this.#deps.committedFile(root, at, MAX_TEXT_SIZE, signal);
      then =
        found === undefined || found === 'none' || found.bytes === undefined
          ? undefined
          : new TextDecoder().decode(found.bytes);
    } catch (error) {
      ignoreError(error);
      then = undefined; // Git failed, or the blob isn't in the clone.
    }
    // Missing files may be fetched later.
    if (then !== undefined) this.#then.set(file, then);
    return then;
  }
}

const withSlash = (root: string): string => (root.endsWith('/') ? root : `${root}/`);
