import assert from 'node:assert/strict';
import { nodeTransport } from '../../../src/api/transport';
import { knownUsername } from '../../../src/app/accounts/known-username';
import { systemClock } from '../../../src/base/clock';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';

describe('knownUsername', () => {
  let sandbox: Sandbox;
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  it('returns the username of the sign-in', async () => {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    assert.equal(knownUsername(accounts, sandbox.url), (await accounts.user(sandbox.url)).username);
  });

  it('returns undefined for an account of the environment until the user was requested', async () => {
    const { accounts } = accountsOver(transport, { host: sandbox.url, token: sandbox.tokens.maintainer });
    assert.equal(knownUsername(accounts, sandbox.url), undefined);
    const { username } = await accounts.user(sandbox.url);
    assert.equal(knownUsername(accounts, sandbox.url), username);
  });
});
