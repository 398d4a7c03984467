import { gitIn } from './git';
import { isBranchName, keep, type Repository } from './repository';

/** A file at a commit. */
export interface Blob {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Returns the commit for a branch, a tag, a SHA, or HEAD. */
export function resolveRef(repository: Repository, ref: string): string | undefined {
  if (ref === 'HEAD') return repository.sha('HEAD');
  if (isBranchName(ref)) {
    const named = repository.sha(`refs/heads/${ref}`) ?? repository.sha(`refs/tags/${ref}`);
    if (named !== undefined) return named;
  }
  return /^[0-9a-f]{7,40}$/.test(ref) ? shaOf(repository, ref) : undefined;
}

function shaOf(repository: Repository, short: string): string | undefined {
  const { code, text } = repository.run(['rev-parse', '--verify', '--quiet', `${short}^{commit}`]);
  return code === 0 ? text.trim() : undefined;
}

/** Small files of this process by project, commit, and path. They never change, and are read for each suggestion. */
const small = new Map<string, Blob>();
const MAX_SMALL = 2_000;
const MAX_SMALL_BYTES = 20_000;

/** Returns the content of a file; undefined if the commit doesn't contain it. */
export function blobAt(repository: Repository, commit: string, path: string): Blob | undefined {
  if (path === '' || path.includes('\0')) return undefined;
  const key = [repository.name, commit, path].join('\0');
  const blob = small.get(key) ?? readBlob(repository, commit, path);
  const isLasting =
    blob !== undefined && blob.bytes.length <= MAX_SMALL_BYTES && /^[0-9a-f]{40}$/.test(commit);
  if (isLasting) keep(small, key, blob, MAX_SMALL);
  return blob;
}

function readBlob(repository: Repository, commit: string, path: string): Blob | undefined {
  // Output: `<id> blob <size>`, a line break, and the content; or `<name> missing`.
  const { code, out } = gitIn(repository.folder, ['cat-file', '--batch', '-z'], {
    input: `${commit}:${path}\0`,
  });
  const end = out.indexOf('\n');
  const [, id, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(out.toString('latin1', 0, Math.max(end, 0))) ?? [];
  if (code !== 0 || id === undefined) return undefined;
  return { id, bytes: out.subarray(end + 1, end + 1 + Number(size)) };
}

/** Returns the latest commit that changed a file. */
export function lastCommitOf(repository: Repository, commit: string, path: string): string {
  return repository.lasting(['log', '-1', '--format=%H', commit, '--', `:(literal)${path}`]).text.trim();
}

export function isExecutable(repository: Repository, commit: string, path: string): boolean {
  return repository.lasting(['ls-tree', '--full-tree', commit, '--', path]).text.startsWith('100755');
}

/** A branch or tag with its commit. */
export interface BranchHead {
  readonly name: string;
  readonly sha: string;
}

export function branchesOf(repository: Repository): BranchHead[] {
  const listed = repository.read([
    'for-each-ref',
    '--format=%(objectname) %(refname:lstrip=2)',
    'refs/heads',
  ]);
  return namesIn(listed);
}

/** Returns the tags, sorted by name. */
export const tagsOf = (repository: Repository): BranchHead[] =>
  namesIn(repository.read(['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/tags']));

function namesIn(listed: string): BranchHead[] {
  return listed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha: line.slice(0, 40), name: line.slice(41) }));
}
