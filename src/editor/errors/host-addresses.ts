import { lookup } from 'node:dns/promises';
import type { AddressesOf } from '../../app/errors/event-target';

/** Asks the resolver of the machine. Where a proxy resolves names, this machine may not know them. */
export const addressesOf: AddressesOf = async (hostname) => {
  try {
    return (await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};
