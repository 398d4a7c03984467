import type { Dsn } from '../../domain/errors/dsn';
import { TestEventRefused } from '../../domain/errors/test-event';
import { isLocalAddress } from '../../domain/shared/local-address';

/** What a name resolves to; nothing where it cannot be resolved here. */
export type AddressesOf = (hostname: string) => Promise<readonly string[]>;

/**
 * Refuses to send an event to this machine or its network link, which a server could name in its DSN to reach services
 * there. A server that is there itself may name them.
 * @throws TestEventRefused
 */
export async function checkEventTarget(dsn: Dsn, base: string, addressesOf: AddressesOf): Promise<void> {
  const target = new URL(dsn.address);
  if (!(await isLocal(target.hostname, addressesOf))) return;
  if (await isLocal(new URL(base).hostname, addressesOf)) return;
  throw new TestEventRefused('local', { host: target.host });
}

async function isLocal(hostname: string, addressesOf: AddressesOf): Promise<boolean> {
  if (isLocalAddress(hostname)) return true;
  return (await addressesOf(hostname)).some(isLocalAddress);
}
