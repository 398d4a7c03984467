import assert from 'node:assert/strict';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { systemClock } from '../../../src/base/clock';
import { explain } from '../../../src/presentation/shared/error-messages';
import { CANARY, closeAll } from '../../api/helpers/client';
import { type Loopback, sendHtml, sendJson, startServer } from '../../api/helpers/loopback';
import { accountsOver } from '../../builders/accounts';
import { tokenKeyIn } from '../../builders/stores';

/** Starts a server that accepts one token. */
function serverFor(token = CANARY): Promise<Loopback> {
  return startServer((request, response) => {
    if (request.headers['private-token'] === token)
      sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
    else sendJson(response, { message: '401 Unauthorized' }, 401);
  });
}

function accountsWith(environment: { host?: string; token?: string } = {}) {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  return { ...accountsOver(transport, environment), transport };
}

describe('accounts', () => {
  afterEach(closeAll);

  it('stores a valid token for its server after requesting the user', async () => {
    const server = await serverFor();
    const { accounts, secrets, memory, transport } = accountsWith();
    const account = await accounts.signIn(server.url, CANARY);
    assert.deepEqual(account, { base: server.url, username: 'ada', source: 'stored' });
    assert.deepEqual([...secrets.held], [[tokenKeyIn(secrets.held, server.url), CANARY]]);
    assert.deepEqual(accounts.list(), [account]);
    assert.equal(server.requests.length, 1);
    assert.doesNotMatch(JSON.stringify([...memory.held]), new RegExp(CANARY));
    transport.dispose();
  });

  it("doesn't store a rejected token", async () => {
    const server = await serverFor('another token');
    const { accounts, secrets, transport } = accountsWith();
    await assert.rejects(accounts.signIn(server.url, CANARY), (error) => isApiError(error, 'unauthorized'));
    assert.equal(secrets.held.size, 0);
    assert.deepEqual(accounts.list(), []);
    transport.dispose();
  });

  it('names the permission User: Read if a fine-grained token can read neither the user nor merge requests', async () => {
    const permission = (name: string) =>
      `Access denied: This operation requires a fine-grained personal access token with the following user permissions: [${name}].`;
    const server = await startServer((request, response) => {
      const name = request.url.startsWith('/api/v4/user') ? 'User: Read' : 'Merge Request: Read';
      const error_description = permission(name);
      sendJson(response, { error: 'insufficient_granular_scope', error_description }, 403);
    });
    const { accounts, transport } = accountsWith();
    await assert.rejects(accounts.signIn(server.url, CANARY), (error) => {
      assert.match(explain(error).why, /requires a fine-grained token with this permission: User: Read\./);
      return true;
    });
    transport.dispose();
  });

  describe("on a server that doesn't return the current user", () => {
    /**
     * Starts a server without `GET /user`, which is an additional endpoint. It lists merge requests for one
     * token.
     */
    const describedAlone = (token = CANARY, status = 404): Promise<Loopback> =>
      startServer((request, response) => {
        if (!request.url.startsWith('/api/v4/merge_requests'))
          sendJson(response, { error: `${status} No` }, status);
        else if (request.headers['private-token'] === token) sendJson(response, []);
        else sendJson(response, { message: '401 Unauthorized' }, 401);
      });

    for (const status of [403, 404]) {
      it(`stores a valid token without a username (${status})`, async () => {
        const server = await describedAlone(CANARY, status);
        const { accounts, secrets, transport } = accountsWith();
        const account = await accounts.signIn(server.url, CANARY);
        assert.deepEqual(account, { base: server.url, username: undefined, source: 'stored' });
        assert.deepEqual([...secrets.held], [[tokenKeyIn(secrets.held, server.url), CANARY]]);
        assert.deepEqual(accounts.list(), [account]);
        transport.dispose();
      });
    }

    it("doesn't store a rejected token", async () => {
      const server = await describedAlone('another token');
      const { accounts, secrets, transport } = accountsWith();
      await assert.rejects(accounts.signIn(server.url, CANARY), (error) => isApiError(error, 'unauthorized'));
      assert.equal(secrets.held.size, 0);
      transport.dispose();
    });

    it("reads the username from the author of the user's merge requests", async () => {
      const server = await startServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url, 'http://x');
        if (pathname !== '/api/v4/merge_requests') sendJson(response, { error: '404 Not Found' }, 404);
        else if (searchParams.get('scope') !== 'created_by_me') sendJson(response, []);
        else
          sendJson(response, [
            {
              id: 1,
              iid: 1,
              project_id: 1,
              title: 'a',
              state: 'merged',
              author: { id: 7, username: 'ada', name: 'Ada' },
            },
          ]);
      });
      const { accounts, transport } = accountsWith({ host: server.url, token: CANARY });
      assert.equal((await accounts.user(server.url)).username, 'ada');
      assert.equal(accounts.list()[0]?.username, 'ada');
      transport.dispose();
    });

    it("requests the user once if the server doesn't return it, and again after a failure", async () => {
      const server = await describedAlone();
      const { accounts, transport } = accountsWith({ host: server.url, token: CANARY });
      const whose = () => accounts.user(server.url).then(({ username }) => username, String);
      assert.match(await whose(), /not-found/);
      const requestCount = server.requests.length;
      await whose();
      assert.equal(server.requests.length, requestCount);
      transport.dispose();

      let works = false;
      const flaky = await startServer((_, response) => {
        if (works) sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
        else sendJson(response, { message: '500' }, 500);
      });
      const other = accountsWith({ host: flaky.url, token: CANARY });
      await assert.rejects(other.accounts.user(flaky.url));
      works = true;
      assert.equal((await other.accounts.user(flaky.url)).username, 'ada');
      other.transport.dispose();
    });

    it('stores nothing if the server has no API', async () => {
      const server = await startServer((_, response) => sendHtml(response, 404));
      const { accounts, secrets, transport } = accountsWith();
      await assert.rejects(accounts.signIn(server.url, CANARY), (error) => isApiError(error, 'not-found'));
      assert.equal(secrets.held.size, 0);
      transport.dispose();
    });
  });

  it('removes the token and the account when signing out', async () => {
    const server = await serverFor();
    const { accounts, secrets, transport } = accountsWith();
    await accounts.signIn(server.url, CANARY);
    await accounts.signOut(server.url);
    assert.equal(secrets.held.size, 0);
    assert.deepEqual(accounts.list(), []);
    transport.dispose();
  });

  it('replaces the account when signing in again, with a client that uses the new token', async () => {
    const server = await serverFor();
    const { accounts, transport } = accountsWith();
    await accounts.signIn(server.url, CANARY);
    const before = accounts.client(server.url);
    await accounts.signIn(server.url, CANARY);
    assert.equal(accounts.list().length, 1);
    assert.notEqual(accounts.client(server.url), before);
    transport.dispose();
  });

  it('fails for an account without a token instead of sending anonymous requests', async () => {
    const server = await serverFor();
    const { accounts, secrets, transport } = accountsWith();
    await accounts.signIn(server.url, CANARY);
    await secrets.delete(tokenKeyIn(secrets.held, server.url));
    await assert.rejects(accounts.user(server.url), (error) => isApiError(error, 'unauthorized'));
    assert.equal(server.requests.length, 1);
    transport.dispose();
  });

  it('applies a token that changed in another window', async () => {
    const server = await serverFor();
    const { accounts, secrets, transport } = accountsWith();
    let changes = 0;
    accounts.onDidChange(() => changes++);
    await secrets.set(`${server.url}#key`, CANARY);
    await accounts.settled();
    assert.equal(changes, 1);
    transport.dispose();
  });

  it('uses and deletes a token that an earlier version stored with the URL as its key', async () => {
    const server = await serverFor();
    const { accounts, secrets, memory, transport } = accountsWith();
    memory.held.set('accounts', [{ base: server.url, username: 'ada', id: 'first' }]);
    secrets.held.set(server.url, CANARY);
    assert.equal((await accounts.user(server.url)).username, 'ada');
    await accounts.signIn(server.url, CANARY);
    assert.deepEqual([...secrets.held.keys()], [server.url]);
    await accounts.signOut(server.url);
    assert.equal(secrets.held.size, 0);
    await accounts.signIn(server.url, CANARY);
    assert.ok(!secrets.held.has(server.url));
    assert.equal(await accounts.token(server.url), CANARY);
    transport.dispose();
  });

  it('uses an account of the environment without storing it', async () => {
    const server = await serverFor();
    const { accounts, secrets, transport } = accountsWith({ host: `${server.url}/`, token: CANARY });
    assert.deepEqual(accounts.list(), [{ base: server.url, username: undefined, source: 'environment' }]);
    assert.equal((await accounts.user(server.url)).username, 'ada');
    await accounts.user(server.url);
    assert.equal(server.requests.length, 1);
    assert.equal(secrets.held.size, 0);
    transport.dispose();
  });

  it('warns about an unencrypted URL of another machine in the environment', () => {
    for (const [host, expected] of [
      ['http://gitlab.example:81/git', ['http://gitlab.example:81/git']],
      ['https://gitlab.example', []],
      ['http://127.0.0.1:8080', []],
      ['http://localhost', []],
    ] as const) {
      const { accounts, insecure } = accountsWith({ host, token: 'glpat-of-the-environment' });
      assert.deepEqual(insecure, [], 'before anybody asks for accounts');
      accounts.list();
      accounts.list();
      assert.deepEqual(insecure, expected, host);
    }
  });

  it('ignores an incomplete or invalid environment', () => {
    for (const environment of [
      { host: 'https://gitlab.com' },
      { token: CANARY },
      { host: 'ftp://x', token: CANARY },
    ]) {
      const { accounts, transport } = accountsWith(environment);
      assert.deepEqual(accounts.list(), []);
      transport.dispose();
    }
  });

  it('ignores invalid stored accounts', () => {
    const { accounts, memory, transport } = accountsWith();
    memory.held.set('accounts', [{ base: 5 }, null, 'x', { base: 'https://gitlab.com' }]);
    assert.deepEqual(accounts.list(), [
      { base: 'https://gitlab.com', username: undefined, source: 'stored' },
    ]);
    memory.held.set('accounts', { base: 'https://gitlab.com' });
    assert.deepEqual(accounts.list(), []);
    transport.dispose();
  });
});
