import {
  type CommittedPath,
  type CommitTitle,
  GitFailed,
  type GitFile,
  safePath,
  safeSha,
} from '../../app/shared/git-port';
import type { RunGitBytes } from './program';

/** `100644 blob <id>     120\t<path>`; of a submodule the size is `-`. */
const ENTRY = /^(\d{6}) (blob|commit|tree) ([0-9a-f]{40,64}) +(\d+|-)\t/;

/**
 * A file of a commit, of at most `most` bytes; `none` where the commit has no such file, undefined where it is not
 * here. `GitFailed` where git refuses, as for a blob that a partial clone lacks.
 */
export async function committedFile(
  git: RunGitBytes,
  { sha, path }: CommittedPath,
  most: number,
  signal?: AbortSignal,
): Promise<GitFile | 'none' | undefined> {
  const commit = `${safeSha(sha)}^{commit}`;
  let listed: Buffer;
  try {
    // Whatever stands in the path is its name: no pattern, no magic.
    const list = ['--literal-pathspecs', 'ls-tree', '-z', '--long', '--full-tree', commit, '--'];
    listed = await git([...list, safePath(path)], signal);
  } catch (error) {
    if (error instanceof GitFailed && /Not a valid object name|not a tree object/i.test(error.output))
      return undefined;
    throw error;
  }
  const [, mode, type, id, size] = ENTRY.exec(listed.toString('latin1')) ?? [];
  if (mode === undefined || id === undefined || type === 'tree') return 'none';
  if (type === 'commit') return { mode, id, size: 0, bytes: undefined };
  const length = Number(size);
  if (length > most) return { mode, id, size: length, bytes: undefined };
  const bytes = await git(['cat-file', 'blob', id], signal);
  return { mode, id, size: length, bytes };
}

/** Title and author of commits, by SHA, with one run of git; nothing for commits that aren't in the clone. */
export async function commitTitles(
  git: RunGitBytes,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, CommitTitle>> {
  if (shas.length === 0) return new Map();
  const log = ['-c', 'log.showSignature=false', 'log', '--no-walk=unsorted', '--ignore-missing', '--stdin'];
  const input = `${shas.map(safeSha).join('\n')}\n`;
  const out = await git([...log, '-z', '--format=%H%n%an%n%s'], signal, input);
  const commits = out
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [sha = '', author = '', title = ''] = entry.split('\n');
      return title === '' ? [] : [[sha, { title, author }] as const];
    });
  return new Map(commits);
}

/** Names of what files at commits hold, with one run of git; undefined for what is no file, or not here. */
export async function blobIds(
  git: RunGitBytes,
  files: readonly CommittedPath[],
  signal?: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  // Each stands in a line of its own; a path that has several lines is asked for as nothing.
  const names = files.map(({ sha, path }) =>
    path.includes('\n') ? safeSha(sha) : `${safeSha(sha)}:${path}`,
  );
  const check = ['cat-file', '--batch-check=%(objecttype) %(objectname)'];
  const lines = (await git(check, signal, `${names.join('\n')}\n`)).toString('utf8').split('\n');
  return names.map((_, index) => /^blob ([0-9a-f]{40,64})$/.exec(lines[index] ?? '')?.[1]);
}
