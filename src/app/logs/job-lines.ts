import { decodeAny } from '../../base/well-formed';
import { type LineNow, LinesNow } from '../../domain/review/lines-now';
import type { FrameFiles } from '../shared/file-finder';
import type { GitPort } from '../shared/git-port';

export interface JobLinesDeps {
  /** As the editor has it. */
  readonly text: FrameFiles['text'];
  readonly committedFile: GitPort['committedFile'];
}

/** Larger files are not compared: their lines are told as they were. */
const MAX_TEXT_SIZE = 1024 * 1024;
/** Each file takes two runs of git. */
const MAX_FILES = 50;

/**
 * Finds lines of the commit that a job ran for in the files of the workspace, which may be those of another branch, or
 * changed since. Asks only git: a commit that the clone does not have is not fetched.
 */
export class JobLines {
  readonly #deps: JobLinesDeps;
  readonly #roots: readonly string[];
  readonly #sha: string | undefined;
  /** What a commit holds never changes. Undefined where it is not known. */
  readonly #then = new Map<string, string | undefined>();

  /** `roots`: addresses of the clones that hold the job's files. */
  constructor(deps: JobLinesDeps, roots: readonly string[], sha: string | undefined) {
    this.#deps = deps;
    this.#roots = roots;
    this.#sha = sha;
  }

  /** Tells of a file by its address, as it is at this moment, where its lines are. */
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
    } catch {
      then = undefined; // Git refuses, or its blob was not fetched.
    }
    // What is missing may be fetched meanwhile.
    if (then !== undefined) this.#then.set(file, then);
    return then;
  }
}

const withSlash = (root: string): string => (root.endsWith('/') ? root : `${root}/`);
