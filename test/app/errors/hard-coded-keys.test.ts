import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClientKeys } from '../../../src/app/errors/client-keys';
import { HardCodedKeys, type KeyFiles } from '../../../src/app/errors/hard-coded-keys';
import type { ErrorPlace } from '../../../src/app/shared/error-keys';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('HardCodedKeys', () => {
  let sandbox: Sandbox;
  let folder = '';
  before(async () => {
    sandbox = await startSandbox({ still: true });
    folder = await mkdtemp(path.join(tmpdir(), 'switchyard-keys-'));
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const world = async (role: keyof Sandbox['tokens'] = 'maintainer') => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const clientKeys = new ClientKeys({ clientFor: () => client, mask: () => undefined });
    const files: KeyFiles = {
      files: async () => ({ uris: (await readdir(folder)).sort(), cut: false }),
      read: (name) => readFile(path.join(folder, name)),
      ignored: (names) => Promise.resolve(new Set(names.filter((name) => name.startsWith('.env')))),
    };
    const uses = new HardCodedKeys({ clientKeys, files, bases: () => [sandbox.url] });
    const place: ErrorPlace = { base: sandbox.url, project: 1, path: 'acme/storefront' };
    const key = role === 'maintainer' ? (await clientKeys.create(place)).id : 0;
    return { uses, clientKeys, place, key: { ...place, key } };
  };
  const { signal } = new AbortController();

  it('finds keys in text files, and counts those in ignored files', async () => {
    const { uses, clientKeys, place, key } = await world();
    const dsn = await clientKeys.dsnOf(key);
    assert.equal(uses.count(key), undefined);
    await writeFile(path.join(folder, 'a.ts'), `init('${dsn}')`);
    await writeFile(path.join(folder, '.env'), `SENTRY_DSN=${dsn}`);
    await writeFile(path.join(folder, 'b.bin'), `\0${dsn}`);
    await writeFile(path.join(folder, 'c.txt'), 'nothing');
    const found = await uses.search([place], signal);
    assert.deepEqual(
      found.uses.map(({ uri, known, start, end }) => [uri, known?.key, end - start]),
      [['a.ts', key.key, dsn.length]],
    );
    assert.deepEqual([found.files, found.ignored, found.unread], [4, 1, []]);
    assert.equal(uses.count(key), 1);
    assert.ok(!JSON.stringify([...uses.uses]).includes(new URL(dsn).username), 'a key is kept');

    uses.update('a.ts', 'init(process.env.SENTRY_DSN)');
    assert.equal(uses.count(key), 0);
    uses.update('a.ts', `// pasted again: ${dsn}`);
    assert.equal(uses.count(key), 1);
    uses.update('a.ts', undefined);
    assert.equal(uses.count(key), 0);
  });

  it("finds DSNs of the server if its keys can't be read", async () => {
    const { clientKeys, key } = await world();
    await writeFile(path.join(folder, 'a.ts'), `init('${await clientKeys.dsnOf(key)}')`);
    const { uses, place } = await world('developer');
    const found = await uses.search([place], signal);
    assert.deepEqual(
      found.uses.map(({ uri, known }) => [uri, known]),
      [['a.ts', undefined]],
    );
    assert.deepEqual(found.unread, ['acme/storefront']);
  });

  it('stops searching when it is canceled', async () => {
    const { uses, place, key } = await world();
    const end = new AbortController();
    const searching = uses.search([place], end.signal, () => {
      end.abort();
    });
    await assert.rejects(searching, { name: 'AbortError' });
    assert.equal(uses.count(key), undefined);
  });
});
