import {
  type FileDifference,
  type LocalBranch,
  type LocalCommit,
  safeRef,
  safeSha,
} from '../../../app/shared/git-port';
import type { RunGit } from './program';

/** Separators of fields and records, which don't occur in git's output. */
const FIELD = '\u0001';
const RECORD = '\u0002';
const FORMAT = `%x02${['%H', '%s', '%b', '%an', '%ct'].join('%x01')}%x01`;
/** The SHA of git's empty tree, to compare the first commit with. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Validates a ref, or a commit with an optional parent: `<sha>`, `<sha>^2`. */
function revision(text: string): string {
  const [, sha = text, parent = ''] = /^([0-9a-f]{40,64})(\^\d?)?$/.exec(text) ?? [];
  return parent === '' ? safeRef(sha) : safeSha(sha) + parent;
}

export async function isDirty(git: RunGit): Promise<boolean> {
  // Changes of submodules can't be stashed, and don't prevent switching.
  const options = ['--porcelain', '--untracked-files=no', '--ignore-submodules=all'];
  return (await git(['status', ...options])) !== '';
}

export async function resolveRef(git: RunGit, ref: string): Promise<string | undefined> {
  const out = await git(['rev-parse', '--quiet', '--verify', `${revision(ref)}^{commit}`], 1);
  return out?.trim();
}

export async function isAncestor(git: RunGit, ancestor: string, of: string): Promise<boolean> {
  return (await git(['merge-base', '--is-ancestor', revision(ancestor), revision(of)], 1)) !== undefined;
}

export async function currentBranch(git: RunGit): Promise<string | undefined> {
  return (await git(['symbolic-ref', '--quiet', '--short', 'HEAD'], 1))?.trim();
}

export async function localBranch(git: RunGit, name: string): Promise<LocalBranch | undefined> {
  const format = ['%(objectname)', '%(upstream:remotename)', '%(upstream:remoteref)', '%(worktreepath)'];
  const ref = `refs/heads/${safeRef(name)}`;
  // The pattern also matches all refs below it.
  const out = await git(['for-each-ref', `--format=%(refname)%00${format.join('%00')}`, '--', ref]);
  const line = out.split('\n').find((each) => each.startsWith(`${ref}\0`));
  const [, sha, remote, remoteRef, worktree] = line?.split('\0') ?? [];
  if (sha === undefined) return undefined;
  return {
    name,
    sha,
    upstream: remote && remoteRef ? { remote, ref: remoteRef } : await followed(git, name),
    worktree: worktree === '' ? undefined : worktree,
  };
}

/**
 * Returns the upstream of a branch if it isn't fetched into a remote-tracking branch, such as the head of a
 * merge request.
 */
async function followed(git: RunGit, name: string): Promise<LocalBranch['upstream']> {
  const [remote, ref] = await Promise.all(
    ['remote', 'merge'].map((key) => git(['config', '--get', `branch.${name}.${key}`], 1)),
  );
  return remote === undefined || ref === undefined ? undefined : { remote: remote.trim(), ref: ref.trim() };
}

export async function commitsBetween(
  git: RunGit,
  base: string,
  head: string,
  most: number,
): Promise<readonly LocalCommit[]> {
  const range = `${revision(base)}..${revision(head)}`;
  const options = ['-z', '--name-only', `--format=${FORMAT}`, `--max-count=${Math.trunc(most)}`];
  const out = await git(['log', ...options, '--end-of-options', range, '--']);
  return out
    .split(RECORD)
    .slice(1)
    .map((record) => {
      const [sha = '', subject = '', body = '', author = '', at = '', files = ''] = record.split(FIELD);
      return {
        sha,
        subject,
        body: body.trim(),
        author,
        at: Number(at) * 1000,
        files: files.split('\0').flatMap((file) => file.replace(/^\n/, '') || []),
      };
    });
}

const KINDS: Readonly<Record<string, FileDifference['kind']>> = { A: 'added', D: 'deleted' };

export async function changedFiles(
  git: RunGit,
  from: string,
  to: string,
): Promise<readonly FileDifference[]> {
  // The first commit has no parent.
  const start = /\^\d?$/.test(from) ? ((await resolveRef(git, from)) ?? EMPTY_TREE) : revision(from);
  const out = await git(['diff', '-z', '--name-status', '--find-renames', start, revision(to), '--']);
  const parts = out.split('\0');
  const found: FileDifference[] = [];
  for (let index = 0; index + 1 < parts.length;) {
    const kind = (parts[index++] ?? '').charAt(0);
    const first = parts[index++] ?? '';
    const path = kind === 'R' || kind === 'C' ? (parts[index++] ?? '') : first;
    found.push({ kind: KINDS[kind] ?? 'changed', path, from: first });
  }
  return found;
}

/** Maximum number of paths per command, because the length of command lines is limited. */
const PATHS_AT_ONCE = 100;

export async function ignoredPaths(git: RunGit, paths: readonly string[]): Promise<readonly string[]> {
  const ignored: string[] = [];
  for (let from = 0; from < paths.length; from += PATHS_AT_ONCE) {
    const batch = paths.slice(from, from + PATHS_AT_ONCE);
    // Without quoting, all names are printed as they are. Exit code 1 means that no path is ignored.
    const out = await git(['-c', 'core.quotePath=false', 'check-ignore', '--', ...batch], 1);
    ignored.push(...(out ?? '').split('\n').filter((line) => batch.includes(line)));
  }
  return ignored;
}
