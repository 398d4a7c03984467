import assert from 'node:assert/strict';
import type { Memento, SecretStorage } from 'vscode';
import { getUser } from '../../../../src/api/endpoints/server';
import { createPolicyTransport } from '../../../../src/api/http-policy/policy-transport';
import { nodeTransport } from '../../../../src/api/transport';
import { WriteNumbers } from '../../../../src/api/write-numbers';
import { AccountMemory } from '../../../../src/app/accounts/account-state';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { systemClock } from '../../../../src/base/clock';
import { DisposableStore } from '../../../../src/base/disposable';
import { Emitter } from '../../../../src/base/emitter';
import { logTo, maskedLog, SecretMask, silentLog } from '../../../../src/base/log';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { storedAccounts } from '../../../../src/ui/accounts/editor/stored-accounts';
import { mementoStore, synced } from '../../../../src/ui/shared/editor/storage';

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

describe('stored accounts', () => {
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
    const { context, secrets, changes } = editorContext();
    const lines: string[] = [];
    const mask = new SecretMask();
    const clock = systemClock;
    const wire = store.add(nodeTransport({ userAgent: 'test', clock }));
    const limits = { inFlight: 4, perMinute: 600 };
    const transport = store.add(createPolicyTransport(wire, { clock, limits }));
    const workspaceMemory = store.add(new AccountMemory(mementoStore(context.workspaceState, silentLog)));
    const sharedMemory = store.add(new AccountMemory(mementoStore(context.globalState, silentLog)));
    const accounts = storedAccounts({
      context,
      store,
      environment: { host: environment.host, token: environment.token },
      onDidChangeSecret: changes.event,
      workspaceMemory,
      sharedMemory,
      transport,
      clock,
      moves: store.add(new ProjectRenames(workspaceMemory)),
      writes: new WriteNumbers(),
      mask,
      log: maskedLog(
        logTo((_level, line) => lines.push(line)),
        mask,
      ),
      notify: () => undefined,
    });
    const clientFor = (base: string) => accounts.client(base);
    return { accounts, clientFor, transport, secrets, lines };
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
    const { context, synced: keys } = editorContext();
    const sharedMemory = new AccountMemory(mementoStore(context.globalState, silentLog));
    assert.equal(synced(context.globalState, ['viewed-files'], sharedMemory), sharedMemory);
    assert.deepEqual(keys, ['viewed-files']);
  });
});
