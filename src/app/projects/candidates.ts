import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { ProjectKey } from '../shared/keys';
import type { Head, Repository } from '../shared/stores';

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

/** Returns the projects of the repositories' remotes on servers with these URLs. */
export function candidatesOf(
  repositories: readonly Repository[],
  bases: readonly string[],
): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { id, remotes, head } of repositories) {
    const candidate = [...remotes]
      .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
      .map(({ name, url }) => candidateOf(name, url, bases))
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
  remote: string,
  url: string,
  bases: readonly string[],
): Pick<Candidate, 'base' | 'path' | 'remote'> | undefined {
  const address = parseRemote(url);
  if (address === undefined) return undefined;
  // Longest URL first, because a server on a path is more specific than one at the root of the same host.
  for (const base of [...bases].sort((a, b) => b.length - a.length)) {
    const path = projectPathOn(base, address);
    if (path !== undefined) return { base, path, remote };
  }
  return undefined;
}

/** Returns the different hosts of all remotes. */
export function hostsOf(repositories: readonly Repository[]): readonly string[] {
  const hosts = repositories.flatMap(({ remotes }) =>
    remotes.flatMap(({ url }) => parseRemote(url)?.host ?? []),
  );
  return [...new Set(hosts)];
}
