import { Accounts, type Connect } from '../../src/app/accounts';
import { createClient } from '../../src/api/create-client';
import type { Transport } from '../../src/api/transport';
import { systemClock } from '../../src/base/clock';
import { SecretMask, silentLog } from '../../src/base/log';
import { address } from '../api/helpers/client';
import { heldMemory, heldSecrets } from './stores';

/** Accounts over a real transport, with stores that a test can look into. */
export function accountsOver(transport: Transport, environment: { host?: string; token?: string } = {}) {
  const secrets = heldSecrets();
  const memory = heldMemory();
  const connect: Connect = (base, token) =>
    createClient({
      base: address(base),
      credential: { kind: 'personal', token },
      transport,
      clock: systemClock,
      log: silentLog,
    });
  const accounts = new Accounts({
    secrets,
    memory,
    environment: { host: environment.host, token: environment.token },
    connect,
    mask: new SecretMask(),
    log: silentLog,
  });
  return { accounts, secrets, memory };
}
