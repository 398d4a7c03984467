import path from 'node:path';
import { gitIn } from './git';
import { RepositoryFiles } from './repository-files';

/** Name, email address, and time of an author or committer. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly at: number;
}

/** The data of a new commit. */
interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Signature;
  /** The default is the author. */
  readonly committer?: Signature;
}

/** Exit code and output of a git command. */
interface Run {
  readonly code: number;
  readonly text: string;
}

/**
 * Results of this process that never change, because the commands use full SHAs. Shared by repositories with the same
 * path, because tests start many sandboxes with the same commits.
 */
const shared = new Map<string, Run>();
const MAX_SHARED = 2_000;
const MAX_SHARED_LENGTH = 100_000;

/** Matches the full ID of a commit. */
const COMMIT = /^(?!0+$)[0-9a-f]{40}$/;

const isMissing = (sha: string): boolean => sha === '' || /^0+$/.test(sha);

/**
 * A bare repository. Git commands run synchronously, so that each operation is atomic and requests can't
 * interfere with each other, for example during a merge.
 */
export class Repository {
  readonly files: RepositoryFiles;
  /** The full path of the project. */
  readonly name: string;
  /** Commits that the repository has. Nothing removes commits. */
  readonly #commits = new Set<string>();
  /** Like `shared`, for results that only this repository has: large ones, and trees that a merge has written. */
  readonly #known = new Map<string, Run>();

  /** Repositories of projects with the same path share results. */
  constructor(folder: string, projectPath: string) {
    this.files = new RepositoryFiles(folder);
    this.name = projectPath;
  }

  /** The folder, for git. */
  get folder(): string {
    return this.files.folder;
  }

  run(args: readonly string[], input = '', extra: Readonly<Record<string, string>> = {}): Run {
    const { code, out } = gitIn(this.folder, args, { input, extra });
    return { code, text: out.toString('utf8') };
  }

  /** Returns the output of git. Throws if git fails. */
  read(args: readonly string[], input = '', extra: Readonly<Record<string, string>> = {}): string {
    const { code, text } = this.run(args, input, extra);
    if (code !== 0) throw new Error(`git ${args[0] ?? ''} exited with code ${code}`);
    return text;
  }

  /** Like `run`, but caches the result, which must never change. Objects that the command writes may be missing. */
  lasting(args: readonly string[]): Run {
    const key = [this.name, ...args].join('\0');
    const known = shared.get(key);
    if (known !== undefined) return known;
    const run = this.#known.get(key) ?? this.run(args);
    // Other exit codes mean that an object is missing, which can change.
    if (run.code > 1) return run;
    if (run.text.length <= MAX_SHARED_LENGTH) keep(shared, key, run, MAX_SHARED);
    else keep(this.#known, key, run, 500);
    return run;
  }

  /** Returns the commit of a full ref name. Loose refs are read from their file, without running git. */
  sha(ref: string): string | undefined {
    const text = this.files.text(ref);
    if (COMMIT.test(text)) return text;
    if (text.startsWith('ref: refs/')) return this.sha(text.slice('ref: '.length));
    // Git moves refs to this file only when it cleans up.
    if (!this.files.has('packed-refs')) return undefined;
    const { code, text: found } = this.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    return code === 0 ? found.trim() : undefined;
  }

  head(branch: string): string | undefined {
    return isBranchName(branch) ? this.sha(`refs/heads/${branch}`) : undefined;
  }

  /** Sets a ref to an existing commit. Git isn't started if it would only write the file of the ref. */
  setRef(ref: string, sha: string): void {
    const isPlain = COMMIT.test(sha) && /^(?:[0-9a-f]{40})?$/.test(this.files.text(ref));
    if (!isPlain || !this.files.writeRef(ref, sha)) this.read(['update-ref', ref, sha]);
  }

  removeBranch(branch: string): void {
    const ref = `refs/heads/${branch}`;
    if (COMMIT.test(this.files.text(ref)) && !this.files.has('packed-refs')) this.files.removeRef(ref);
    else this.read(['update-ref', '-d', ref]);
  }

  has(sha: string): boolean {
    if (this.#commits.has(sha)) return true;
    const { code } = this.run(['cat-file', '-e', `${sha}^{commit}`]);
    if (code === 0) this.#commits.add(sha);
    return code === 0;
  }

  mergeBase(one: string, other: string): string | undefined {
    const { code, text } = this.lasting(['merge-base', one, other]);
    return code === 0 ? text.trim() : undefined;
  }

  isAncestor(one: string, of: string): boolean {
    return this.lasting(['merge-base', '--is-ancestor', one, of]).code === 0;
  }

  /** Returns the number of commits of `to` that aren't in `from`. */
  count(from: string, to: string): number {
    return Number(this.lasting(['rev-list', '--count', `${from}..${to}`]).text) || 0;
  }

  /** Returns the tree that results from merging two commits; undefined if they conflict. Writes the tree. */
  mergeTree(one: string, other: string): string | undefined {
    const args = ['merge-tree', '--write-tree', one, other];
    const key = args.join('\0');
    const run = this.#known.get(key) ?? this.run(args);
    if (run.code <= 1) keep(this.#known, key, run, 500);
    return run.code === 0 ? run.text.split('\n', 1)[0] : undefined;
  }

  /** True if two commits can be merged without conflicts. */
  canMerge(one: string, other: string): boolean {
    return this.lasting(['merge-tree', '--write-tree', one, other]).code === 0;
  }

  commitTree({ tree, parents, message, author, committer = author }: NewCommit): string {
    const stamp = ({ at }: Signature): string => `${Math.floor(at / 1000)} +0000`;
    return this.read(
      ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
      message.replaceAll('\0', ''),
      {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: stamp(author),
        GIT_COMMITTER_NAME: committer.name,
        GIT_COMMITTER_EMAIL: committer.email,
        GIT_COMMITTER_DATE: stamp(committer),
      },
    ).trim();
  }

  /**
   * Returns the tree that results from applying a commit's changes to another commit; undefined if they
   * conflict.
   */
  pickTree(commit: string, parent: string, onto: string, by: Signature): string | undefined {
    // A temporary commit with the tree of `onto` and the commit's parent, so that this parent is the merge
    // base.
    const temporary = this.commitTree({
      tree: `${onto}^{tree}`,
      parents: [parent],
      message: 'temporary',
      author: by,
    });
    return this.mergeTree(temporary, commit);
  }

  /** Fetches a commit from another repository on this machine. */
  take(from: Repository, sha: string): void {
    if (this.has(sha)) return;
    this.read(['-c', 'uploadpack.allowAnySHA1InWant=true', 'fetch', '--quiet', from.folder, sha]);
  }

  /** Returns git's patch ID, which depends only on the content of the patch; empty if there is no change. */
  patchId(base: string, head: string): string {
    if (isMissing(base) || isMissing(head)) return '';
    const key = [this.name, 'patch-id', base, head].join('\0');
    const known = shared.get(key);
    if (known !== undefined) return known.text;
    const diff = this.run(['diff', '--full-index', base, head]);
    const text = this.read(['patch-id', '--stable'], diff.text).split(' ', 1)[0]?.trim() ?? '';
    if (diff.code === 0) keep(shared, key, { code: 0, text }, MAX_SHARED);
    return text;
  }
}

/** Stores a result. Removes all if there are too many. */
export function keep<T>(results: Map<string, T>, key: string, result: T, max: number): void {
  if (results.size >= max) results.clear();
  results.set(key, result);
}

/** True if git allows a branch name. Other names are never passed to git. */
export function isBranchName(name: string): boolean {
  return (
    name.length < 200 &&
    // oxlint-disable-next-line no-control-regex -- git doesn't allow control characters
    !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(\/|$)|^@$|^$/.test(name)
  );
}

/** The bare repositories in a folder, under the full paths of their projects. */
export class Repositories {
  readonly #root: string;
  readonly #all = new Map<string, Repository>();

  constructor(root: string) {
    this.#root = root;
  }

  of({ path: name }: { readonly path: string }): Repository {
    const known = this.#all.get(name) ?? new Repository(path.join(this.#root, `${name}.git`), name);
    this.#all.set(name, known);
    return known;
  }
}
