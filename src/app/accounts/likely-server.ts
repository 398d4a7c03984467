import { parseUrl } from '../../base/parse-url';
import { parseRemote } from '../../domain/shared/remote-url';
import type { Repository } from '../shared/stores';

/** Hosts that are known to be another service. */
const OTHERS: readonly string[] = ['github.com', 'bitbucket.org', 'dev.azure.com', 'ssh.dev.azure.com'];

/** The address of the server that the remotes lead to; undefined where that isn't exactly one. */
export function likelyServer(repositories: readonly Repository[]): string | undefined {
  const addresses = repositories.flatMap(({ remotes }) => remotes.flatMap(({ url }) => addressOf(url) ?? []));
  const [only, another] = [...new Set(addresses)];
  return another === undefined ? only : undefined;
}

function addressOf(remote: string): string | undefined {
  const { host, transport } = parseRemote(remote) ?? {};
  if (host === undefined || OTHERS.includes(host)) return undefined;
  // SSH tells neither port nor path of the web server, and a name without a dot may be an alias.
  if (transport === 'ssh') return host.includes('.') ? `https://${host}` : undefined;
  return parseUrl(remote)?.origin;
}
