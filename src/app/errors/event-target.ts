import type { Dsn } from '../../domain/errors/dsn';
import { TestEventRefusedError } from '../../domain/errors/test-event';
import { isLocalAddress } from '../../domain/shared/local-address';

/** Resolves a host name to addresses; empty if it can't be resolved. */
export type AddressesOf = (hostname: string) => Promise<readonly string[]>;

/**
 * Prevents sending events to this machine or its local network link, because a server could specify such a
 * DSN to reach local services. Servers that are local themselves may specify it.
 * @throws TestEventRefusedError
 */
export async function checkEventTarget(dsn: Dsn, base: string, addressesOf: AddressesOf): Promise<void> {
  const target = new URL(dsn.address);
  if (!(await isLocal(target.hostname, addressesOf))) return;
  if (await isLocal(new URL(base).hostname, addressesOf)) return;
  throw new TestEventRefusedError('local', { host: target.host });
}

async function isLocal(hostname: string, addressesOf: AddressesOf): Promise<boolean> {
  if (isLocalAddress(hostname)) return true;
  return (await addressesOf(hostname)).some(isLocalAddress);
}
