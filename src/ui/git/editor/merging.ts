import { isUtf8 } from 'node:buffer';
import {
  type CommitPush,
  type ConflictingFile,
  type ConflictSide,
  type ForcedPush,
  isSubmoduleMode,
  type MergePort,
  type MergeProgress,
  parseMergeTree,
  parseUnmergedIndex,
  type ResolveWay,
  type UnmergedFile,
} from '../../../app/git/merge-port';
import {
  type BranchAt,
  GitFailedError,
  safePath,
  safeRef,
  safeRemote,
  safeSha,
} from '../../../app/shared/git-port';
import type { GitRepository } from './api';
import { mergeProgress } from './merge-state';
import { type OpenRepository, openRepository, type RepositoryAccess } from './open-repository';

/** The exit code of git for options that it doesn't know. */
const USAGE = 129;

/** Settings of users that would change more than the branch, or ask something. */
const PLAIN_REBASE = [
  'rebase.updateRefs',
  'rebase.autoStash',
  'rebase.autoSquash',
  'rebase.rebaseMerges',
].flatMap((name) => ['-c', `${name}=false`]);

/** Git before 2.27 doesn't know the option. */
const PLAIN_MERGE = ['-c', 'merge.autoStash=false'];

/** Paths per command, because the length of command lines is limited. */
const PATHS_AT_ONCE = 100;

/** Merges and rebases in clones. The Git extension's API has no such operations. */
export class GitMerging implements MergePort {
  readonly #access: RepositoryAccess;

  constructor(access: RepositoryAccess) {
    this.#access = access;
  }

  async conflictsBetween(
    repository: string,
    source: string,
    target: string,
    signal?: AbortSignal,
  ): Promise<readonly ConflictingFile[] | 'unsupported'> {
    const { tryRead } = await this.#open(repository);
    const args = ['merge-tree', '--write-tree', '-z', '--messages', safeSha(source), safeSha(target)];
    const { code, out, message } = await tryRead(args, signal);
    if (code === 0) return [];
    if (code === 1) return parseMergeTree(out);
    if (code === USAGE) return 'unsupported';
    throw new GitFailedError(message);
  }

  async conflictsByMerging(repository: string, sha: string): Promise<readonly ConflictingFile[]> {
    const { read } = await this.#open(repository);
    const options = ['--no-ff', '--no-commit', '--no-squash', '--no-verify-signatures'];
    await this.#advance(repository, [...PLAIN_MERGE, 'merge', ...options, safeSha(sha)]);
    const found = parseUnmergedIndex(await read(['ls-files', '--unmerged', '-z']));
    const files: ConflictingFile[] = [];
    for (const { path, reason, blobs, folder } of found) {
      const isOther = folder !== undefined && (await this.#hasFolder(repository, folder));
      const isBinary = blobs !== undefined && (await this.#isBinary(repository, blobs));
      files.push({ path, reason: isOther ? 'file-and-folder' : isBinary ? 'binary' : reason });
    }
    return files;
  }

  async progress(repository: string): Promise<MergeProgress> {
    const { read, folder } = await this.#open(repository);
    return mergeProgress(read, folder);
  }

  async isShallow(repository: string): Promise<boolean> {
    const { read } = await this.#open(repository);
    return (await read(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
  }

  async merge(repository: string, sha: string, message: string): Promise<void> {
    const options = ['--no-ff', '--commit', '--no-squash', '--no-edit'];
    await this.#advance(repository, [...PLAIN_MERGE, 'merge', ...options, `-m${message}`, safeSha(sha)]);
  }

  async rebase(repository: string, onto: string): Promise<void> {
    await this.#advance(repository, [...PLAIN_REBASE, 'rebase', '--merge', safeSha(onto)]);
  }

  commitMerge(repository: string, message: string): Promise<void> {
    // Other modes would remove the list of conflicts, which starts with `#`.
    return this.#change(repository, ['commit', '--quiet', '--cleanup=whitespace', `-m${message}`]);
  }

  continueRebase(repository: string): Promise<void> {
    return this.#advance(repository, [...PLAIN_REBASE, 'rebase', '--continue']);
  }

  abort(repository: string, way: ResolveWay): Promise<void> {
    return this.#change(repository, [way, '--abort']);
  }

  async parentsOf(repository: string, sha: string): Promise<readonly string[]> {
    const { read } = await this.#open(repository);
    const out = await read(['rev-list', '--parents', '--max-count=1', safeSha(sha), '--']);
    return out.trim().split(' ').slice(1);
  }

  async lastRebasedOnto(repository: string, branch: string): Promise<string | undefined> {
    const { read } = await this.#open(repository);
    const ref = `refs/heads/${safeRef(branch)}`;
    const subject = await read(['log', '--walk-reflogs', '--max-count=1', '--format=%gs', ref, '--']);
    return REBASED.exec(subject.trim())?.[1];
  }

  async moveBranch(repository: string, { name, sha }: BranchAt, to: string): Promise<void> {
    const { read } = await this.#open(repository);
    const current = (await read(['symbolic-ref', '--quiet', '--short', 'HEAD'], 1))?.trim();
    await this.#change(
      repository,
      current === name
        ? ['reset', '--quiet', '--keep', safeSha(to)]
        : ['update-ref', `refs/heads/${safeRef(name)}`, safeSha(to), safeSha(sha)],
    );
  }

  async stage(repository: string, paths: readonly string[]): Promise<void> {
    const sparse = await this.#sparse(repository);
    for (const some of batches(paths.map(safePath)))
      await this.#change(repository, ['--literal-pathspecs', 'add', ...sparse, '--', ...some]);
  }

  async take(repository: string, file: UnmergedFile, side: ConflictSide): Promise<void> {
    const path = safePath(file.path);
    const [mode, id] = sideOf(file, side);
    if (!file[side]) {
      const sparse = await this.#sparse(repository);
      await this.#change(repository, ['--literal-pathspecs', 'rm', '--quiet', ...sparse, '--', path]);
      return;
    }
    if (isSubmoduleMode(mode)) {
      // The submodule doesn't have to be checked out.
      await this.#change(repository, [
        'update-index',
        '--add',
        '--cacheinfo',
        `${mode},${safeSha(id)},${path}`,
      ]);
      return;
    }
    const { change } = await this.#open(repository);
    await change(['--literal-pathspecs', 'checkout', '--quiet', `--${side}`, '--', path]);
    await this.stage(repository, [path]);
  }

  async takeMode(repository: string, file: UnmergedFile, side: ConflictSide): Promise<void> {
    const path = safePath(file.path);
    const [mode] = sideOf(file, side);
    const { change } = await this.#open(repository);
    await this.stage(repository, [path]);
    await change(['update-index', `--chmod=${mode === EXECUTABLE ? '+' : '-'}x`, '--', path]);
    await this.#change(repository, ['checkout-index', '--quiet', '--force', '--', path]);
  }

  async withMarkers(
    repository: string,
    paths: readonly string[],
    where: 'files' | 'index',
  ): Promise<readonly string[]> {
    const { read } = await this.#open(repository);
    const found: string[] = [];
    const options = ['-l', '-z', '-I', '-E', '--no-color', '--full-name', '--no-recurse-submodules'];
    for (const some of batches(paths.map(safePath))) {
      const grep = ['--literal-pathspecs', 'grep', ...(where === 'index' ? ['--cached'] : []), ...options];
      const out = await read([...grep, '-e', '^(<<<<<<<|>>>>>>>)( |$)', '--', ...some], 1);
      found.push(...(out ?? '').split('\0').filter((path) => path !== ''));
    }
    return [...new Set(found)];
  }

  async unstaged(repository: string): Promise<readonly string[]> {
    const { read } = await this.#open(repository);
    const names = async (...options: readonly string[]): Promise<readonly string[]> =>
      (await read(['diff', '--name-only', '-z', ...options])).split('\0').filter((path) => path !== '');
    const unmerged = new Set(await names('--diff-filter=U'));
    return [...new Set(await names())].filter((path) => !unmerged.has(path));
  }

  isBinary(repository: string, { ids }: UnmergedFile): Promise<boolean> {
    return this.#isBinary(repository, ids);
  }

  async isUtf8(repository: string, { ids }: UnmergedFile): Promise<boolean> {
    const { bytes } = await this.#open(repository);
    for (const id of ids) if (!isUtf8(await bytes(['cat-file', 'blob', safeSha(id)]))) return false;
    return true;
  }

  async pushTo(repository: string, { remote, sha, to }: CommitPush): Promise<void> {
    const { transfer } = await this.#open(repository);
    const refs = `${safeSha(sha)}:refs/heads/${safeRef(to)}`;
    const extension = (git: GitRepository): Promise<void> => git.push(remote, refs, false);
    await transfer({ remote: safeRemote(remote), command: ['push'], refs, extension });
  }

  async forcePush(repository: string, { remote, sha, to, known }: ForcedPush): Promise<void> {
    const lease = `--force-with-lease=refs/heads/${safeRef(to)}:${safeSha(known)}`;
    const what = `${safeSha(sha)}:refs/heads/${to}`;
    const { aroundTransfer = (work) => work() } = this.#access;
    await aroundTransfer(() =>
      this.#change(repository, ['push', '--quiet', lease, '--', safeRemote(remote), what]),
    );
  }

  #open(repository: string): Promise<OpenRepository> {
    return openRepository(this.#access, repository);
  }

  async #isBinary(repository: string, blobs: UnmergedFile['ids']): Promise<boolean> {
    const { read } = await this.#open(repository);
    return (await read(['diff', '--numstat', ...blobs.map(safeSha), '--'])).startsWith('-\t-\t');
  }

  /** True if the index has files in a folder. */
  async #hasFolder(repository: string, folder: string): Promise<boolean> {
    const { read } = await this.#open(repository);
    return (await read(['--literal-pathspecs', 'ls-files', '-z', '--', `${safePath(folder)}/`])) !== '';
  }

  /** Conflicts can be in files outside of a sparse checkout, which git only changes with an option. */
  async #sparse(repository: string): Promise<readonly string[]> {
    const { read } = await this.#open(repository);
    const isSparse = await read(['config', '--type=bool', '--get', 'core.sparseCheckout'], 1);
    return isSparse?.trim() === 'true' ? ['--sparse'] : [];
  }

  async #change(repository: string, args: readonly string[]): Promise<void> {
    const { refresh, change } = await this.#open(repository);
    try {
      await change(args);
    } finally {
      await refresh();
    }
  }

  /** Runs a command that can stop because of conflicts, for which the exit code is the same as for failures. */
  async #advance(repository: string, args: readonly string[]): Promise<void> {
    const { refresh, folder, read, tryChange } = await this.#open(repository);
    const { code, message } = await tryChange(args);
    await refresh();
    if (code === 0) return;
    const { unmerged } = await mergeProgress(read, folder);
    if (unmerged.length === 0) throw new GitFailedError(message);
  }
}

/** The last entry of a branch after it was rebased. Older versions of git write "finished". */
const REBASED = /^rebase (?:\(finish\)|finished): \S+ onto ([0-9a-f]{40}(?:[0-9a-f]{24})?)$/;

const EXECUTABLE = '100755';

const sideOf = ({ modes, ids }: UnmergedFile, side: ConflictSide): readonly [mode: string, id: string] =>
  side === 'ours' ? [modes[0], ids[0]] : [modes[1], ids[1]];

function* batches(paths: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < paths.length; from += PATHS_AT_ONCE)
    yield paths.slice(from, from + PATHS_AT_ONCE);
}
