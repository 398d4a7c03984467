import assert from 'node:assert/strict';
import { GitbeakerRequestError, Gitlab } from '@gitbeaker/rest';
import type { TestSandbox } from '../../sandbox/helpers/sandbox';

/** The main project of the demo. A path, so that its slash must be encoded. */
export const STOREFRONT = 'acme/storefront';

type Role = keyof TestSandbox['sandbox']['tokens'];

/** Returns the public client, signed in with the token of a role. */
export const clientOf = ({ sandbox }: TestSandbox, role: Role): Gitlab =>
  new Gitlab({ host: sandbox.url, token: sandbox.tokens[role] });

/** Returns the status and message of a request that must fail, as the client parsed them. */
export async function refusalOf(call: Promise<unknown>): Promise<[status: number, words: string]> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof GitbeakerRequestError, String(error));
    return [error.cause?.response.status ?? 0, error.message];
  }
  return assert.fail('was not refused');
}
