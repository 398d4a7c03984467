import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport, type Transport } from '../../../src/api/transport';
import { LogCache } from '../../../src/app/logs/cache';
import { CachedLogs } from '../../../src/app/logs/cached-logs';
import { systemClock } from '../../../src/base/clock';
import { jobSchema } from '../../../src/schemas/job';
import { diskFolder } from '../../../src/ui/logs/editor/disk-folder';
import { address, closeAll } from '../../api/helpers/client';
import { type Loopback, sendJson, startServer } from '../../api/helpers/loopback';
import { accountsWithin } from '../../builders/accounts';
import { heldMemory, sharedSecrets, tokenKeyIn } from '../../builders/stores';

const PEOPLE: Readonly<Record<string, { id: number; username: string }>> = {
  'glpat-ada-0000000000000': { id: 1, username: 'ada' },
  'glpat-ada-1111111111111': { id: 1, username: 'ada' },
  'glpat-bob-0000000000000': { id: 2, username: 'bob' },
};
const [ADA, ADA_AGAIN, BOB] = Object.keys(PEOPLE) as [string, string, string];

const aServer = (): Promise<Loopback> =>
  startServer((request, response) => {
    const user = PEOPLE[String(request.headers['private-token'])];
    if (user === undefined) sendJson(response, { message: '401 Unauthorized' }, 401);
    else sendJson(response, { ...user, name: user.username });
  });

describe('accounts in two windows', () => {
  let transport: Transport & { dispose(): void };
  beforeEach(() => {
    transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  });
  afterEach(async () => {
    transport.dispose();
    await closeAll();
  });

  /** Returns windows that share the secrets and their change events, but not their memory. */
  function windows() {
    const secrets = sharedSecrets();
    const lists = sharedSecrets();
    const open = () => {
      const left: string[] = [];
      const memory = heldMemory();
      const accounts = accountsWithin(transport, {
        secrets: secrets.window(),
        lists: lists.window(),
        memory,
        state: {
          settle: () => Promise.resolve([]),
          forget: (base) => {
            left.push(base);
            return Promise.resolve();
          },
        },
      });
      /** The listed accounts at each change event of the window. */
      const announced: (readonly (string | undefined)[])[] = [];
      accounts.onDidChange(() => announced.push(accounts.list().map(({ username }) => username)));
      return { accounts, memory, left, announced };
    };
    return { secrets, lists, open };
  }

  /** Waits until all change events have arrived and the windows have stored the changes. */
  async function settled(...open: readonly { readonly accounts: { settled(): Promise<void> } }[]) {
    for (let round = 0; round < 10; round++) {
      await new Promise(setImmediate);
      await Promise.all(open.map(({ accounts }) => accounts.settled()));
    }
  }

  it('lists a new account in the other window when it announces the change', async () => {
    const server = await aServer();
    const { open } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(server.url, ADA);
    await settled(a, b);
    assert.deepEqual(b.announced.at(-1), ['ada']);
    assert.equal((await b.accounts.user(server.url)).username, 'ada');
  });

  it('uses the token of an account that so far only the shared list contains', async () => {
    const server = await aServer();
    const { open } = windows();
    const first = open();
    await first.accounts.signIn(server.url, ADA);
    await settled(first);
    const later = open();
    assert.equal(await later.accounts.token(server.url), ADA);
    await assert.rejects(later.accounts.token('http://127.0.0.1:9'), (error) =>
      isApiError(error, 'unauthorized'),
    );
  });

  it('removes the account in the other window after a sign-out', async () => {
    const server = await aServer();
    const { open, secrets } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(server.url, ADA);
    await settled(a, b);
    await b.accounts.user(server.url);
    await a.accounts.signOut(server.url);
    await settled(a, b);
    assert.deepEqual(b.announced.at(-1), []);
    assert.deepEqual(b.left, [server.url]);
    assert.equal(secrets.held.size, 0);
    await assert.rejects(b.accounts.user(server.url), (error) => isApiError(error, 'unauthorized'));
  });

  it('uses a changed token in the other window, and requests its user again', async () => {
    const server = await aServer();
    const { open } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(server.url, ADA);
    await settled(a, b);
    await b.accounts.user(server.url);
    await a.accounts.signIn(server.url, ADA_AGAIN);
    await settled(a, b);
    await b.accounts.user(server.url);
    assert.equal(server.requests.at(-1)?.headers['private-token'], ADA_AGAIN);
    assert.deepEqual([...a.left, ...b.left], [], 'the same user keeps what is kept');
  });

  it('updates the other window when another user signs in', async () => {
    const server = await aServer();
    const { open } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(server.url, ADA);
    await settled(a, b);
    await a.accounts.signIn(server.url, BOB);
    await settled(a, b);
    assert.deepEqual(b.announced.at(-1), ['bob']);
    assert.deepEqual([a.left, b.left], [[server.url], [server.url]]);
  });

  it("doesn't cache a job log that the other window reads during a sign-out", async () => {
    const server = await aServer();
    const { open } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(server.url, ADA);
    await settled(a, b);
    const parent = mkdtempSync(path.join(tmpdir(), 'sy-windows-'));
    const folder = path.join(parent, 'logs');
    const cache = new LogCache({
      folder: diskFolder(folder),
      clock: systemClock,
      enabled: (base) => b.accounts.list().some((one) => one.base === base),
    });
    const kept = new CachedLogs({ cache, accounts: b.accounts, onErased: () => undefined });
    const copy = await cache.begin({ base: server.url, project: 1, job: 5 });
    await copy?.write(Buffer.from('a secret of ada\n'));
    await a.accounts.signOut(server.url);
    await settled(a, b);
    await kept.settled();
    await copy?.commit(jobSchema.parse({ id: 5, name: 'unit', stage: 'test', status: 'failed' }));
    assert.deepEqual(readdirSync(folder), []);
    kept.dispose();
    rmSync(parent, { recursive: true });
  });

  it('keeps both accounts after two concurrent sign-ins, in both windows and the next one', async () => {
    const [one, other] = [await aServer(), await aServer()];
    const { open, lists } = windows();
    const [a, b] = [open(), open()];
    await Promise.all([a.accounts.signIn(one.url, ADA), b.accounts.signIn(other.url, BOB)]);
    await settled(a, b);
    const both = [one.url, other.url].sort();
    for (const { accounts } of [a, b])
      assert.deepEqual(
        accounts
          .list()
          .map(({ base }) => base)
          .sort(),
        both,
      );
    for (const { memory } of [a, b]) {
      const next = accountsWithin(transport, {
        secrets: sharedSecrets().window(),
        lists: sharedSecrets().window(),
        memory,
      });
      assert.deepEqual(
        next
          .list()
          .map(({ base }) => base)
          .sort(),
        both,
      );
    }
    assert.equal(lists.held.size, 1);
  });

  it("doesn't undo a sign-out when another window writes an older list", async () => {
    const [one, other] = [await aServer(), await aServer()];
    const { open } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(one.url, ADA);
    await settled(a, b);
    await Promise.all([a.accounts.signOut(one.url), b.accounts.signIn(other.url, BOB)]);
    await settled(a, b);
    for (const { accounts } of [a, b])
      assert.deepEqual(
        accounts.list().map(({ base }) => base),
        [other.url],
      );
  });

  it('stores nothing about an account after signing out', async () => {
    const server = await aServer();
    const { open, lists, secrets } = windows();
    const [a, b] = [open(), open()];
    await a.accounts.signIn(server.url, ADA);
    await settled(a, b);
    await a.accounts.signOut(server.url);
    await settled(a, b);
    const kept = JSON.stringify(
      [a, b].map(({ memory }) => [...memory.held]).concat([...lists.held, ...secrets.held] as never),
    );
    for (const name of [address(server.url).host, 'ada', ADA])
      assert.ok(!kept.includes(name), `${name} in ${kept}`);
  });

  it('removes tokens without an account when a window first uses its accounts', async () => {
    const server = await aServer();
    const { open, secrets } = windows();
    const a = open();
    await a.accounts.signIn(server.url, ADA);
    secrets.held.set('https://lost.example', BOB);
    secrets.held.set('https://lost.example#earlier', BOB);
    const b = open();
    b.memory.held.set('accounts', a.memory.held.get('accounts'));
    await b.accounts.user(server.url);
    await settled(a, b);
    assert.deepEqual([...secrets.held.keys()], [tokenKeyIn(secrets.held, server.url)]);
  });
});
