import {
  type CommittedPath,
  type CommitTitle,
  GitFailedError,
  type GitFile,
  safePath,
  safeSha,
  type TitledCommit,
} from '../../../app/shared/git-port';
import type { RunGitBytes } from './program';

/** `100644 blob <id>     120\t<path>`; the size of a submodule is `-`. */
const ENTRY = /^(\d{6}) (blob|commit|tree) ([0-9a-f]{40,64}) +(\d+|-)\t/;

/**
 * Returns a file of a commit with at most `most` bytes; `none` if the commit doesn't contain it, undefined if
 * the commit isn't in the clone. Rejects with `GitFailedError` if git fails, for example if a partial clone
 * doesn't have the blob.
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
    // Don't interpret the path as a pattern.
    const list = ['--literal-pathspecs', 'ls-tree', '-z', '--long', '--full-tree', commit, '--'];
    listed = await git([...list, safePath(path)], signal);
  } catch (error) {
    if (error instanceof GitFailedError && /Not a valid object name|not a tree object/i.test(error.output))
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

/**
 * Returns the titles and authors of commits by SHA with a single git process. Omits commits that aren't in
 * the clone.
 */
export async function commitTitles(
  git: RunGitBytes,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, CommitTitle>> {
  if (shas.length === 0) return new Map();
  const log = ['log', '--no-walk=unsorted', '--ignore-missing', '--stdin'];
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

/** Returns the newest commits of all branches whose title contains a text, ignoring case. */
export async function commitsWithTitle(
  git: RunGitBytes,
  text: string,
  most: number,
  signal?: AbortSignal,
): Promise<readonly TitledCommit[]> {
  const log = ['log', '--all', '-i', '--fixed-strings', `--grep=${text}`];
  // Also matches other lines of messages, so reads more commits than required.
  const out = await git([...log, `--max-count=${most * 10}`, '-z', '--format=%H%n%s'], signal);
  return out
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [sha = '', title = ''] = entry.split('\n');
      return title.toLowerCase().includes(text.toLowerCase()) ? [{ sha, title }] : [];
    })
    .slice(0, most);
}

/**
 * Returns the blob IDs of files with a single git process; undefined if the file doesn't exist or isn't in
 * the clone.
 */
export async function blobIds(
  git: RunGitBytes,
  files: readonly CommittedPath[],
  signal?: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  // Each line is one request. For a path with a line break, request the commit instead, which isn't a blob.
  const names = files.map(({ sha, path }) =>
    path.includes('\n') ? safeSha(sha) : `${safeSha(sha)}:${path}`,
  );
  const check = ['cat-file', '--batch-check=%(objecttype) %(objectname)'];
  const lines = (await git(check, signal, `${names.join('\n')}\n`)).toString('utf8').split('\n');
  return names.map((_, index) => /^blob ([0-9a-f]{40,64})$/.exec(lines[index] ?? '')?.[1]);
}
