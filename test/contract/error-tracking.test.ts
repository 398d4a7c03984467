import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import * as errors from '../../src/api/endpoints/error-tracking';
import { isApiError } from '../../src/api/errors';
import { type Sandbox, startSandbox } from '../../src/sandbox/index';
import { type Witness, witness } from './helpers';
import { ends } from './stage';

const id = 'acme/storefront';

describe('error tracking contract', () => {
  let sandbox: Sandbox;
  let person: Witness;
  let client: Client;

  before(async () => {
    sandbox = await startSandbox({ still: true });
    const { maintainer } = sandbox.tokens;
    person = witness(sandbox.url, { kind: 'personal', token: () => Promise.resolve(maintainer) });
    client = person.client;
  });
  after(async () => {
    person.dispose();
    await sandbox.close();
  });

  const ids = async (): Promise<number[]> =>
    (await client.page(errors.listClientKeys, { id, per_page: 100 })).items.map((key) => key.id);

  it('creates a key without a body, lists it, and deletes it by its ID', async () => {
    const before = await ids();
    const key = await client.call(errors.createClientKey, { id });
    assert.equal(key.active, true);
    assert.ok(key.sentry_dsn?.includes(key.public_key ?? 'no key'));
    assert.deepEqual(
      (await ids()).filter((one) => !before.includes(one)),
      [key.id],
    );
    await client.call(errors.deleteClientKey, { id, key_id: key.id });
    assert.deepEqual(await ids(), before);
  });

  it('returns a documented status for each endpoint', async () => {
    person.taken();
    const { id: key_id } = await client.call(errors.createClientKey, { id });
    await client.page(errors.listClientKeys, { id });
    await client.call(errors.deleteClientKey, { id, key_id });
    await client.call(errors.getErrorTrackingSettings, { id });
    await client.call(errors.changeErrorTrackingSettings, { id, active: true, integrated: true });
    const codes = person.taken().map(({ method, status }) => [method, status]);
    assert.deepEqual(codes, [
      ['POST', 201],
      ['GET', 200],
      ['DELETE', 200],
      ['GET', 200],
      ['PATCH', 200],
    ]);
  });

  it('requires the Maintainer role for keys and settings (403)', async () => {
    const { developer } = sandbox.tokens;
    const other = witness(sandbox.url, { kind: 'personal', token: () => Promise.resolve(developer) });
    for (const call of [
      other.client.call(errors.createClientKey, { id }),
      other.client.page(errors.listClientKeys, { id }),
      other.client.call(errors.deleteClientKey, { id, key_id: (await ids())[0] ?? 0 }),
      other.client.call(errors.changeErrorTrackingSettings, { id, active: false }),
    ]) {
      await ends(call, 'forbidden', 403);
    }
    other.dispose();
  });

  it('returns no settings if the Monitor feature is disabled (404)', async () => {
    const vault = { id: 'acme/vault' };
    await ends(client.call(errors.getErrorTrackingSettings, vault), 'not-found', 404);
    assert.deepEqual((await client.page(errors.listClientKeys, vault)).items, [], 'keys need no settings');
  });

  it('reports a missing key as not found', async () => {
    await assert.rejects(client.call(errors.deleteClientKey, { id, key_id: 999_999 }), (error) =>
      isApiError(error, 'not-found'),
    );
  });
});
