import assert from 'node:assert/strict';
import type { Memento, SecretStorage } from 'vscode';
import { getUser } from '../../src/api/endpoints/server';
import { DisposableStore } from '../../src/base/disposable';
import { Emitter } from '../../src/base/emitter';
import { logTo, maskedLog, SecretMask } from '../../src/base/log';
import { composeAccounts } from '../../src/compose/accounts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index';

/** Returns the storages of an extension in memory. */
function editorContext() {
  const secrets = new Map<string, string>();
  const changes = new Emitter<string>();
  const synced: string[] = [];
  const memento = () => {
    const held = new Map<string, unknown>();
    const state: Pick<Memento, 'keys' | 'update'> = {
      keys: () => [...held.keys()],
      update: (key, value) => {
        held.set(key, value);
        return Promise.resolve();
      },
    };
    const get = <T>(key: string, otherwise?: T) => (held.get(key) as T | undefined) ?? otherwise;
    const setKeysForSync = (keys: readonly string[]): void => {
      synced.push(...keys);
    };
    return { ...state, get, setKeysForSync };
  };
  const storage: Pick<SecretStorage, 'get' | 'store' | 'delete'> = {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => {
      secrets.set(key, value);
      changes.fire(key);
      return Promise.resolve();
    },
    delete: (key) => {
      secrets.delete(key);
      changes.fire(key);
      return Promise.resolve();
    },
  };
  const context = {
    extension: { packageJSON: { version: '1.2.3' } },
    secrets: storage,
    globalState: memento(),
    workspaceState: memento(),
  };
  return { context, secrets, changes, synced };
}

describe('composeAccounts', () => {
  let sandbox: Sandbox;
  let store: DisposableStore;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  beforeEach(() => {
    store = new DisposableStore();
  });
  afterEach(() => {
    store.dispose();
  });
  after(() => sandbox.close());

  function composed(environment: { host?: string; token?: string } = {}) {
    const { context, secrets, changes, synced } = editorContext();
    const lines: string[] = [];
    const notified: string[] = [];
    const mask = new SecretMask();
    const limits = { inFlight: 4, perMinute: 600 };
    const limitsChanged = new Emitter<void>();
    const parts = composeAccounts(
      context,
      { current: () => limits, onDidChange: limitsChanged.event },
      {
        store,
        environment: { host: environment.host, token: environment.token },
        onDidChangeSecret: changes.event,
        mask,
        log: maskedLog(
          logTo((_level, line) => lines.push(line)),
          mask,
        ),
        notify: (message) => notified.push(message),
      },
    );
    return { ...parts, secrets, synced, lines, notified };
  }

  it('stores the token only in the secret storage, and never logs it', async () => {
    const { accounts, clientFor, lines, secrets } = composed();
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const { username } = await clientFor(sandbox.url).call(getUser, {});
    assert.equal(accounts.list()[0]?.username, username);
    assert.ok([...secrets.values()].includes(sandbox.tokens.maintainer));
    assert.ok(lines.length > 0);
    assert.ok(!lines.join('\n').includes(sandbox.tokens.maintainer));
    await accounts.signOut(sandbox.url);
    assert.ok(![...secrets.values()].includes(sandbox.tokens.maintainer));
  });

  it('uses the account of the environment without storing it', async () => {
    const { accounts, clientFor, secrets } = composed({
      host: sandbox.url,
      token: sandbox.tokens.maintainer,
    });
    const { username } = await clientFor(sandbox.url).call(getUser, {});
    assert.equal((await accounts.user(sandbox.url)).username, username);
    assert.deepEqual([...secrets.values()], []);
  });

  it('counts the requests to a server', async () => {
    const { accounts, clientFor, transport } = composed();
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    await clientFor(sandbox.url).call(getUser, {});
    assert.ok((transport.traffic().hosts[0]?.requests ?? 0) > 0);
  });

  it('synchronizes the given keys in the shared state', () => {
    const { sharedMemory, syncedMemory, synced } = composed();
    assert.equal(syncedMemory(['viewed-files']), sharedMemory);
    assert.deepEqual(synced, ['viewed-files']);
  });
});
