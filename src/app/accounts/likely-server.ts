import { parseUrl } from '../../base/parse-url';
import { parseRemote } from '../../domain/shared/remote-url';
import type { Repository } from '../shared/stores';

/** Hosts of other services. */
const OTHERS: readonly string[] = ['github.com', 'bitbucket.org', 'dev.azure.com', 'ssh.dev.azure.com'];

/** True for hosts of services that aren't a server of this kind. */
export const isOtherService = (host: string): boolean => OTHERS.includes(host);

/** The URL of the server that the remotes refer to; undefined if there isn't exactly one. */
export function likelyServer(repositories: readonly Repository[]): string | undefined {
  const addresses = repositories.flatMap(({ remotes }) => remotes.flatMap(({ url }) => addressOf(url) ?? []));
  const [only, another] = [...new Set(addresses)];
  return another === undefined ? only : undefined;
}

function addressOf(remote: string): string | undefined {
  const { host, transport } = parseRemote(remote) ?? {};
  if (host === undefined || isOtherService(host)) return undefined;
  // SSH URLs don't contain the port and path of the web server. A host without a dot may be an alias.
  if (transport === 'ssh') return host.includes('.') ? `https://${host}` : undefined;
  return parseUrl(remote)?.origin;
}

/**
 * Returns the server that a user without an account is offered to sign in to: the one of the remotes, if the user signed
 * in to it before, or if its name contains "gitlab". Sends no request.
 */
export function serverToOffer(
  repositories: readonly Repository[],
  hasSignedOut: (base: string) => boolean,
): string | undefined {
  const base = likelyServer(repositories);
  if (base === undefined) return undefined;
  return hasSignedOut(base) || new URL(base).hostname.includes('gitlab') ? base : undefined;
}
