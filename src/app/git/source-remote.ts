import { isHead, remoteNameFor } from '../../domain/git/names';
import { parseRemote } from '../../domain/shared/remote-url';
import type { MergeRequest } from '../../schemas/merge-request';
import type { Project } from '../../schemas/project';
import type { GitRemote } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import type { Clone, Clones } from './clones';

/** The remote with the branch of a merge request. `isNew`: the clone doesn't have it. */
interface SourceRemote {
  readonly remote: GitRemote;
  readonly isNew: boolean;
}

/** Finds the remote with the branch of a merge request. Undefined if the branch isn't available. */
export async function sourceRemote(
  clones: Pick<Clones, 'details' | 'remoteFor'>,
  { base, project }: MergeRequestKey,
  {
    mergeRequest: { source_project_id: source, source_branch: branch },
    clone,
  }: { readonly mergeRequest: MergeRequest; readonly clone: Clone },
  signal: AbortSignal,
): Promise<SourceRemote | undefined> {
  // A remote's HEAD refers to its main branch, so a branch with this name is fetched by the merge request's
  // ref.
  if (branch === null || branch === undefined || source === null || isHead(branch)) return undefined;
  if (source === undefined || source === project) return { remote: clone.remote, isNew: false };
  const fork = await clones.details({ base, project: source }, signal);
  if (fork === undefined) return undefined;
  const known = clones.remoteFor(clone, {
    base,
    id: fork.id,
    path: fork.path_with_namespace,
    sshUrl: fork.ssh_url_to_repo,
  });
  if (known !== undefined) return { remote: known, isNew: false };
  const url = forkUrl(clone.remote.url, fork, base);
  if (url === undefined) return undefined;
  const usedNames = clone.remotes.map(({ name }) => name);
  return { remote: { name: remoteNameFor(fork.path_with_namespace, usedNames), url }, isNew: true };
}

/** The beginning of a remote's URL, up to the path: `https://host:8443`, `ssh://git@host:22`, `git@host`. */
const URL_ORIGIN = /^([a-z][a-z+.-]*:\/\/)([^/]*)/i;
const SCP_ORIGIN = /^[^:/\s[\]]+(?=:)|^(?:[^@/\s[\]]+@)?\[[^/\s[\]]+\](?=:)/i;

/**
 * Returns the URL of a fork with the scheme, host, and port of the clone's remote, for which credentials exist. Servers
 * behind a proxy can name another scheme or port. Undefined if the fork isn't on the same server.
 */
export function forkUrl(remote: string, fork: Project, base: string): string | undefined {
  const like = parseRemote(remote);
  const named = like?.transport === 'ssh' ? fork.ssh_url_to_repo : fork.http_url_to_repo;
  const parsed = named === null || named === undefined ? undefined : parseRemote(named);
  if (like === undefined || parsed === undefined) return undefined;
  if (parsed.host !== like.host && parsed.host !== new URL(base).hostname) return undefined;
  return atOrigin(remote.trim(), `${encodeURI(parsed.path)}.git`, like.transport);
}

function atOrigin(remote: string, path: string, transport: 'http' | 'ssh'): string | undefined {
  const [, scheme, authority] = URL_ORIGIN.exec(remote) ?? [];
  if (scheme === undefined || authority === undefined) {
    const host = SCP_ORIGIN.exec(remote)?.[0];
    return host === undefined ? undefined : `${host}:${path}`;
  }
  // Passwords and user names of http URLs remain in the remote that contains them.
  const host = transport === 'http' ? authority.slice(authority.lastIndexOf('@') + 1) : authority;
  return `${scheme}${host}/${path}`;
}
