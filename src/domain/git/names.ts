import { UnsafeGitName } from './failure';

/** What git refuses in a ref (git-check-ref-format), and what its command line would take for an option. */
// eslint-disable-next-line no-control-regex -- control characters are among them
const REFUSED = /^-|[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$|(^|\/)\.|\.lock(\/|$)/;

/** A name of a branch or a ref that came from outside, as it may stand on a command line; throws for any other. */
export function safeRef(name: string): string {
  if (name === '' || REFUSED.test(name)) throw new UnsafeGitName(name);
  return name;
}

/**
 * A ref that may be written to; throws for one that others may be reached through. `refs/remotes/origin/HEAD` points
 * to the main branch of the remote, and writing to it moves that. File systems that ignore case have it as `head` too.
 */
export function safeGoal(name: string): string {
  if (isHead(name)) throw new UnsafeGitName(name);
  return safeRef(name);
}

/** True for `HEAD` alone, of a remote or as the name of a branch, in any case. */
export const isHead = (name: string): boolean => /^(?:refs\/(?:heads|remotes\/[^/]+)\/)?HEAD$/i.test(name);

/** A commit's name in full; throws for anything else. */
export function safeSha(sha: string): string {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) throw new UnsafeGitName(sha);
  return sha;
}

/** Whether a path leads to something below the root of a repository. */
export const isPathBelow = (path: string): boolean =>
  !path.includes('\0') && !path.split('/').some((part) => ['', '.', '..'].includes(part));

/** A path below the root of a repository; throws for one that leads out of it, or into nothing. */
export function safePath(path: string): string {
  if (!isPathBelow(path)) throw new UnsafeGitName(path);
  return path;
}

/** A name of a remote, made of what stands before the project in a path: `dana`, `acme-tools`. */
export function remoteNameFor(path: string, taken: readonly string[]): string {
  const owner = path.split('/').slice(0, -1).join('-');
  const plain = owner.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'fork';
  for (let number = 1; ; number++) {
    const name = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** A ref with the commit that it names now. */
interface Named {
  readonly name: string;
  readonly sha: string;
}

/**
 * A line for a shell that a person reads and sends. Names that a shell could take for more than a name are written as
 * the commit; a branch of such a name cannot be switched to by it and is left out.
 */
export function rebaseLine({
  onto,
  branch,
}: {
  readonly onto: Named;
  readonly branch: Named | undefined;
}): string {
  const isPlain = (name: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_./+-]*$/u.test(name);
  const words = ['git', 'rebase', isPlain(onto.name) ? onto.name : safeSha(onto.sha)];
  return [...words, ...(branch !== undefined && isPlain(branch.name) ? [branch.name] : [])].join(' ');
}
