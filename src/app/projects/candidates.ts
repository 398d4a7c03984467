import { projectPathOn } from '../../domain/shared/remote-url';
import { isOtherService } from '../accounts/likely-server';
import type { ProjectKey } from '../shared/keys';
import { fetchAddress, remoteAddresses } from '../shared/remote-addresses';
import type { GitRemote, Head, Repository } from '../shared/stores';

/** A project that may exist. */
export interface Candidate {
  readonly base: string;
  readonly path: string;
  readonly remote: string | undefined;
  /** The heads of its clones. */
  readonly heads: readonly Head[];
  /** IDs of its clones. */
  readonly clones: readonly string[];
  readonly added: ProjectKey | undefined;
}

/** Users usually push to `origin`, and `upstream` is usually a fork's source. Others are sorted by name. */
const REMOTE_ORDER = ['origin', 'upstream'];

function rank(name: string): number {
  const place = REMOTE_ORDER.indexOf(name);
  return place === -1 ? REMOTE_ORDER.length : place;
}

/** A server with an account. `sshHost`: the host of its SSH URLs, if it is known. */
export interface KnownServer {
  readonly base: string;
  readonly sshHost?: string | undefined;
}

/** Returns the projects of the repositories' remotes on these servers. */
export function candidatesOf(
  repositories: readonly Repository[],
  servers: readonly KnownServer[],
): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { id, remotes, head } of repositories) {
    const candidate = [...remotes]
      .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
      .map((remote) => candidateOf(remote, servers))
      .find((one) => one !== undefined);
    if (candidate === undefined) continue;
    const name = `${candidate.base} ${candidate.path}`;
    const heads = [...(found.get(name)?.heads ?? []), ...(head === undefined ? [] : [head])];
    const clones = [...(found.get(name)?.clones ?? []), id];
    found.set(name, { ...candidate, heads, clones, added: undefined });
  }
  return [...found.values()];
}

function candidateOf(
  remote: GitRemote,
  servers: readonly KnownServer[],
): Pick<Candidate, 'base' | 'path' | 'remote'> | undefined {
  // Longest URL first, because a server on a path is more specific than one at the root of the same host.
  const specificFirst = [...servers].sort((a, b) => b.base.length - a.base.length);
  for (const address of remoteAddresses(remote))
    for (const { base, sshHost } of specificFirst) {
      const path = projectPathOn(base, address, sshHost);
      if (path !== undefined) return { base, path, remote: remote.name };
    }
  return undefined;
}

/** True if a repository may belong to a server that has another host for SSH. */
export function mayUseSshHost({ remotes }: Pick<Repository, 'remotes'>): boolean {
  return remotes
    .flatMap(remoteAddresses)
    .some(
      ({ transport, host, path }) => transport === 'ssh' && !isOtherService(host) && !path.endsWith('.wiki'),
    );
}

/** Returns the different hosts of all remotes. */
export function hostsOf(repositories: readonly Repository[]): readonly string[] {
  const hosts = repositories.flatMap(({ remotes }) =>
    remotes.flatMap((remote) => fetchAddress(remote)?.host ?? []),
  );
  return [...new Set(hosts)];
}
