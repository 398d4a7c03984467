import { parseRemote, type RemoteAddress } from '../../domain/shared/remote-url';
import type { GitRemote } from './stores';

/** Returns the address that a remote fetches from. Undefined if it isn't on a web server. */
export function fetchAddress({ url, aliasOf }: GitRemote): RemoteAddress | undefined {
  const address = parseRemote(url);
  if (address?.transport !== 'ssh' || aliasOf === undefined) return address;
  return { ...address, host: aliasOf.toLowerCase() };
}

/** Returns the addresses that a remote fetches from and pushes to. */
export const remoteAddresses = (remote: GitRemote): readonly RemoteAddress[] =>
  [remote.url, ...(remote.pushUrls ?? [])].flatMap((url) => fetchAddress({ ...remote, url }) ?? []);
