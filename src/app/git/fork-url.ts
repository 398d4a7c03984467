import { parseRemote } from '../../domain/shared/remote-url';
import type { Project } from '../../schemas/project';

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
