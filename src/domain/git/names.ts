import { UnsafeGitNameError } from './failure';

/** Patterns that git rejects in a ref (git-check-ref-format), and what its command line would parse as an option. */
// oxlint-disable-next-line no-control-regex -- control characters are among them
const REFUSED = /^-|[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$|(^|\/)\.|\.lock(\/|$)/;

/** Returns a branch or ref name from outside if it is safe on a command line; throws otherwise. */
export function safeRef(name: string): string {
  if (name === '' || REFUSED.test(name)) throw new UnsafeGitNameError(name);
  return name;
}

/**
 * Returns a ref that may be written to; throws for symbolic refs. `refs/remotes/origin/HEAD` points to the
 * default branch of the remote, and writing to it moves that branch. Case-insensitive file systems also find
 * it as `head`.
 */
export function safeWritableRef(name: string): string {
  if (isHead(name)) throw new UnsafeGitNameError(name);
  return safeRef(name);
}

/** True for `HEAD` of a remote or as a branch name, in any case. */
export const isHead = (name: string): boolean => /^(?:refs\/(?:heads|remotes\/[^/]+)\/)?HEAD$/i.test(name);

/** URLs of http and ssh remotes, but no options, and nothing that runs a program. */
const REMOTE_URL = /^(?:https?|ssh):\/\/[^\s-]\S*$|^\w[\w.-]*@\w[\w.-]*:[^\s-]\S*$/;

/** True if a remote is a URL instead of the name of a remote. */
export const isRemoteUrl = (remote: string): boolean => REMOTE_URL.test(remote);

/** Returns the name or URL of a remote if it is safe on a command line; throws otherwise. */
export const safeRemote = (remote: string): string => (isRemoteUrl(remote) ? remote : safeRef(remote));

/** Returns a full commit ID; throws for anything else. */
export function safeSha(sha: string): string {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) throw new UnsafeGitNameError(sha);
  return sha;
}

/** True if a path is below the root of a repository. */
export const isPathBelow = (path: string): boolean =>
  !path.includes('\0') && !path.split('/').some((part) => ['', '.', '..'].includes(part));

/** Returns a path below the root of a repository; throws for other paths. */
export function safePath(path: string): string {
  if (!isPathBelow(path)) throw new UnsafeGitNameError(path);
  return path;
}

/** A remote name made from the namespace of a project path: `dana`, `acme-tools`. */
export function remoteNameFor(path: string, usedNames: readonly string[]): string {
  const owner = path.split('/').slice(0, -1).join('-');
  const plain = owner.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'fork';
  for (let number = 1; ; number++) {
    const name = number === 1 ? plain : `${plain}-${number}`;
    if (!usedNames.includes(name)) return name;
  }
}

/** True if a name has no characters that are special to shells. */
const isPlain = (name: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_./+-]*$/u.test(name);

/** A ref with its current commit. */
interface Named {
  readonly name: string;
  readonly sha: string;
}

/**
 * A shell command line for users to read and run. Names with characters that are special to shells are
 * replaced by the commit; a branch with such a name can't be switched to and is left out.
 */
export function rebaseCommandLine({
  onto,
  branch,
}: {
  readonly onto: Named;
  readonly branch: Named | undefined;
}): string {
  const args = ['git', 'rebase', isPlain(onto.name) ? onto.name : safeSha(onto.sha)];
  return [...args, ...(branch !== undefined && isPlain(branch.name) ? [branch.name] : [])].join(' ');
}

/** A shell command line that replaces a branch on a server; undefined if a name isn't plain. */
export function forcePushCommandLine({
  remote,
  from,
  to,
  known,
}: {
  readonly remote: string;
  readonly from: string;
  readonly to: string;
  readonly known: string;
}): string | undefined {
  if (![remote, from, to].every(isPlain)) return undefined;
  return `git push --force-with-lease=${to}:${safeSha(known)} ${remote} ${from}:${to}`;
}
