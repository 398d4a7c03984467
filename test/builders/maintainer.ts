import type { Client } from '../../src/api/client';
import type { Sandbox } from '../../src/sandbox/index';
import { clientOf } from '../api/helpers/client';

/** Returns a client with the token of the sandbox's maintainer. */
export function maintainerOf({ url, tokens }: Pick<Sandbox, 'url' | 'tokens'>): Client {
  const token = (): Promise<string> => Promise.resolve(tokens.maintainer);
  return clientOf(url, { credential: { kind: 'personal', token } }).client;
}
