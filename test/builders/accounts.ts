import { createClient } from '../../src/api/create-client';
import type { Transport } from '../../src/api/transport';
import { type AccountState, accountState } from '../../src/app/accounts/account-state';
import { Accounts, type Connect } from '../../src/app/accounts/accounts';
import type { KeyValueStore, SecretStore } from '../../src/app/shared/stores';
import { systemClock } from '../../src/base/clock';
import { SecretMask, silentLog } from '../../src/base/log';
import { address } from '../api/helpers/client';
import { heldMemory, heldSecrets } from './stores';

/** Returns accounts that use a real transport, and their stores. */
export function accountsOver(transport: Transport, environment: { host?: string; token?: string } = {}) {
  const secrets = heldSecrets();
  const memory = heldMemory();
  const insecure: string[] = [];
  const onInsecure = (base: string): void => void insecure.push(base);
  const lists = heldSecrets();
  const accounts = accountsWithin(transport, { secrets, lists, memory, environment, onInsecure });
  return { accounts, secrets, memory, insecure };
}

export interface AccountStores {
  readonly secrets: SecretStore;
  readonly lists: SecretStore;
  readonly memory: KeyValueStore;
  readonly environment?: { host?: string; token?: string };
  readonly state?: AccountState;
  readonly onInsecure?: (base: string) => void;
}

/** Returns accounts that use a real transport and the given stores. */
export function accountsWithin(
  transport: Transport,
  {
    secrets,
    lists,
    memory,
    environment = {},
    state = accountState([]),
    onInsecure = () => undefined,
  }: AccountStores,
): Accounts {
  const connect: Connect = (base, token) =>
    createClient({
      base: address(base),
      credential: { kind: 'personal', token },
      transport,
      clock: systemClock,
      log: silentLog,
    });
  return new Accounts({
    secrets,
    lists,
    memory,
    state,
    environment: { host: environment.host, token: environment.token },
    connect,
    mask: new SecretMask(),
    log: silentLog,
    onInsecure,
  });
}
