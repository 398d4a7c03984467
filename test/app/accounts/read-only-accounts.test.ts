import assert from 'node:assert/strict';
import { ReadOnlyAccounts } from '../../../src/app/accounts/read-only-accounts';
import { Emitter } from '../../../src/base/emitter';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('accounts with read-only tokens', () => {
  let sandbox: Sandbox;
  let changed: Emitter<string>;
  let token: string;
  let readOnly: ReadOnlyAccounts;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  beforeEach(() => {
    changed = new Emitter();
    readOnly = new ReadOnlyAccounts({
      clientFor: () =>
        clientOf(sandbox.url, { credential: { kind: 'personal', token: () => Promise.resolve(token) } })
          .client,
      accounts: { onDidChange: changed.event },
    });
  });
  afterEach(async () => {
    readOnly.dispose();
    await closeAll();
  });
  after(() => sandbox.close());

  const requests = (): number =>
    sandbox.requests().filter(({ path }) => path.endsWith('/personal_access_tokens/self')).length;
  /** Resolves with the server of the next change. */
  const nextChange = (): Promise<string> =>
    new Promise((resolve) => {
      const subscription = readOnly.onDidChange((base) => {
        subscription.dispose();
        resolve(base);
      });
    });

  it('are known after one request', async () => {
    token = sandbox.readOnlyToken;
    const sent = requests();
    const known = nextChange();
    assert.equal(readOnly.has(sandbox.url), false);
    assert.equal(readOnly.has(sandbox.url), false);
    assert.equal(await known, sandbox.url);
    assert.equal(readOnly.has(sandbox.url), true);
    assert.equal(requests() - sent, 1);
  });

  it('are read again after the account changed', async () => {
    token = sandbox.readOnlyToken;
    const known = nextChange();
    readOnly.has(sandbox.url);
    await known;
    token = sandbox.tokens.maintainer;
    changed.fire(sandbox.url);
    assert.equal(readOnly.has(sandbox.url), false);
  });

  it('count as able to write if the server has no endpoint for tokens', async () => {
    token = sandbox.readOnlyToken;
    sandbox.faults.add({ kind: 'status', path: '/api/v4/personal_access_tokens/self', status: 404 });
    const sent = requests();
    readOnly.has(sandbox.url);
    while (requests() === sent) await new Promise(setImmediate);
    assert.equal(readOnly.has(sandbox.url), false);
  });
});
