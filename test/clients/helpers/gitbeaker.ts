import assert from 'node:assert/strict';
import { GitbeakerRequestError, Gitlab } from '@gitbeaker/rest';
import type { TestSandbox } from '../../sandbox/helpers/sandbox';

/** The project in which most of the demo takes place; by its path, so that its slash has to be encoded. */
export const STOREFRONT = 'acme/storefront';

type Role = keyof TestSandbox['sandbox']['tokens'];

/** The public client as a person has it. */
export const clientOf = ({ sandbox }: TestSandbox, role: Role): Gitlab =>
  new Gitlab({ host: sandbox.url, token: sandbox.tokens[role] });

/** Status and words of the refusal that a call has to end in, as the client reads them from the answer. */
export async function refusalOf(call: Promise<unknown>): Promise<[status: number, words: string]> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof GitbeakerRequestError, String(error));
    return [error.cause?.response.status ?? 0, error.message];
  }
  return assert.fail('was not refused');
}
