import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ClientKeys } from '../../../src/app/errors/client-keys';
import type { ErrorPlace } from '../../../src/app/shared/error-keys';
import { maskedLog, SecretMask, silentLog } from '../../../src/base/log';
import { explainClientKeys } from '../../../src/presentation/errors/client-key-errors';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

registerErrorMessages(explainClientKeys);
const KEYS = '/api/v4/projects/*/error_tracking/client_keys';

describe('client keys', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const person = (role: keyof Sandbox['tokens'] = 'maintainer') => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    const { client, lines } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const mask = new SecretMask();
    const secrets: string[] = [];
    const keys = new ClientKeys({
      clientFor: () => client,
      mask: (secret) => {
        secrets.push(secret);
        mask.add(secret);
      },
    });
    const fired: string[] = [];
    keys.onDidChange(({ path }) => fired.push(path));
    const place: ErrorPlace = { base: sandbox.url, project: 1, path: 'acme/storefront' };
    return { keys, place, mask, secrets, lines, fired };
  };
  const requestCount = (method: string): number =>
    sandbox.requests().filter((each) => each.method === method && each.path.includes('client_keys')).length;

  it('are read once and updated when one is created or deleted', async () => {
    const { keys, place } = person();
    const before = await keys.get(place);
    const made = await keys.create(place);
    assert.deepEqual((await keys.get(place)).keys, [made, ...before.keys]);
    await keys.remove({ ...place, key: made.id });
    assert.deepEqual(keys.peek(place), before);
    assert.equal(requestCount('GET'), 1);
  });

  it('are stored without secrets, which are masked from the beginning', async () => {
    const { keys, place, mask, secrets, lines } = person();
    const made = await keys.create(place);
    const dsn = await keys.dsnOf({ ...place, key: made.id });
    const key = new URL(dsn).username;
    assert.ok(secrets.includes(dsn) && secrets.includes(key));
    const kept = JSON.stringify([keys.peek(place), made]);
    for (const text of [kept, ...lines]) assert.ok(!text.includes(key), 'a key is kept');
    const written: string[] = [];
    const log = maskedLog({ ...silentLog, info: (line) => written.push(line) }, mask);
    log.info(`init ${dsn} and ${key}`);
    assert.ok(!written.join('').includes(key));
    assert.equal(made.masked, `••••${key.slice(-4)}`);
  });

  it('are requested when a DSN is needed, which fails for a deleted key', async () => {
    const { keys, place } = person();
    const made = await keys.create(place);
    await person().keys.remove({ ...place, key: made.id });
    await assert.rejects(keys.dsnOf({ ...place, key: made.id }), { name: 'NoDsnError', listed: false });
  });

  it('are missing without the required role or scope, with the reason', async () => {
    const why = async (role: keyof Sandbox['tokens']) => {
      const { keys, place } = person(role);
      const { missing } = await keys.get(place);
      const refused: unknown = await keys.create(place).catch((error: unknown) => error);
      return [missing, explain(refused).why];
    };
    assert.deepEqual(await why('developer'), [
      'role',
      'Managing client keys requires at least the Maintainer role.',
    ]);
    sandbox.faults.add({
      kind: 'status',
      status: 403,
      path: KEYS,
      message: 'insufficient_scope (scope: api)',
    });
    assert.deepEqual(await why('maintainer'), [
      'scope',
      'Client keys require a token with the "api" scope. Sign in with a token that has it.',
    ]);
    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'status', status: 404, path: KEYS });
    assert.equal((await person().keys.get(person().place)).missing, 'not-found');
  });

  it("aren't created twice if the response is lost", async () => {
    const { keys, place } = person();
    await keys.get(place);
    sandbox.faults.add({ kind: 'cut', method: 'POST', path: KEYS, next: 1 });
    const error: unknown = await keys.create(place).catch((reason: unknown) => reason);
    assert.match(explain(error).why, /didn't confirm the request\. It may have succeeded/);
    assert.equal(requestCount('POST'), 1);
    assert.ok(!inspect(error, { depth: 10 }).includes('glet_'), 'a key is in the error');
  });

  it("can't be created concurrently", async () => {
    const { keys, place } = person();
    const first = keys.create(place);
    await assert.rejects(keys.create(place), { name: 'ClientKeysBusyError' });
    await first;
    assert.equal(requestCount('POST'), 1);
  });

  it("are removed with the account, and a later response isn't stored", async () => {
    const { keys, place, fired } = person();
    const reading = keys.refresh(place);
    keys.clear();
    await reading;
    assert.equal(keys.peek(place), undefined);
    await keys.get(place);
    keys.clear();
    assert.ok(fired.length > 0);
    assert.equal(keys.peek(place), undefined);
  });
});
