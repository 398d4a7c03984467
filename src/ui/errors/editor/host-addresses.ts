import { lookup } from 'node:dns/promises';
import type { AddressesOf } from '../../../app/errors/event-target';
import { ignoreError } from '../../../base/background';

/**
 * Resolves a host name with the system's resolver. Empty if it fails, for example because only a proxy
 * resolves names.
 */
export const addressesOf: AddressesOf = async (hostname) => {
  try {
    return (await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })).map(({ address }) => address);
  } catch (error) {
    ignoreError(error);
    return [];
  }
};
