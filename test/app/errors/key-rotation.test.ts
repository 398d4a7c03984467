import assert from 'node:assert/strict';
import { listClientKeys } from '../../../src/api/endpoints/error-tracking';
import { ClientKeys } from '../../../src/app/errors/client-keys';
import { KeyRotations } from '../../../src/app/errors/key-rotation';
import type { ErrorPlace } from '../../../src/app/shared/error-keys';
import { explainClientKeys } from '../../../src/presentation/errors/client-key-errors';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { type LossyServer, lossyServer } from '../../builders/lossy-server';
import { heldMemory } from '../../builders/stores';

registerErrorMessages(explainClientKeys);

describe('client key rotation', () => {
  let sandbox: Sandbox;
  let server: LossyServer;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    server = await lossyServer(sandbox.url);
  });
  afterEach(async () => {
    await closeAll();
    await server.close();
    await sandbox.close();
  });

  const window = (memory = heldMemory()) => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(server.url, { credential: { kind: 'personal', token } });
    const secrets: string[] = [];
    const keys = new ClientKeys({ clientFor: () => client, mask: (secret) => secrets.push(secret) });
    const rotations = new KeyRotations({ clientKeys: keys, memory });
    const place: ErrorPlace = { base: server.url, project: 1, path: 'acme/storefront' };
    const ids = async (): Promise<number[]> =>
      (await client.page(listClientKeys, { id: 1, per_page: 100 })).items.map(({ id }) => id);
    return { memory, keys, rotations, place, ids, secrets };
  };

  /** Returns a window with a key whose rotation was started. */
  const startedRotation = async () => {
    const one = window();
    const old = (await one.keys.create(one.place)).id;
    const before = await one.ids();
    await one.rotations.begin({ ...one.place, key: old });
    server.passed.length = 0;
    return { ...one, old, before };
  };
  /** Returns a window whose rotation has reached a step. */
  const at = async (step: 'place' | 'confirm' | 'delete') => {
    const one = await startedRotation();
    let rotation = await one.rotations.create(one.place);
    if (step !== 'place') rotation = await one.rotations.placed(one.place);
    if (step === 'delete') rotation = await one.rotations.confirm(one.place);
    assert.equal(rotation.step, step);
    return { ...one, fresh: rotation.fresh ?? assert.fail('the new key is known') };
  };
  const whyNot = async (step: Promise<unknown>): Promise<string> =>
    explain(
      await step.then(
        () => assert.fail('it was done'),
        (error: unknown) => error,
      ),
    ).why;

  it('replaces the key', async () => {
    const { rotations, place, ids, old, before, fresh } = await at('delete');
    assert.deepEqual((await ids()).toSorted(), [...before, fresh].toSorted());
    assert.equal(await rotations.delete(place), 'deleted');
    assert.deepEqual((await ids()).toSorted(), [...before.filter((id) => id !== old), fresh].toSorted());
    assert.equal(rotations.of(place), undefined);
  });

  it('continues in the next session, with only IDs stored', async () => {
    const { memory, place, fresh, old, secrets } = await at('confirm');
    const held = JSON.stringify([...memory.held]);
    for (const secret of secrets) assert.ok(!held.includes(secret), 'a key is remembered');
    const next = window(memory);
    assert.deepEqual(next.rotations.of(place), {
      old,
      fresh,
      step: 'confirm',
      before: undefined,
    });
    await next.rotations.confirm(place);
    assert.equal(await window(memory).rotations.delete(place), 'deleted');
  });

  it("doesn't start for a deleted key", async () => {
    const { rotations, place } = window();
    const begin = rotations.begin({ ...place, key: 999 });
    assert.match(await whyNot(begin), /Key #999 has been deleted/);
    assert.equal(rotations.of(place), undefined);
  });

  describe('creating the new key', () => {
    it('keeps the old key if the server rejects the request, and can be retried', async () => {
      const { rotations, place, ids, old, before } = await startedRotation();
      sandbox.faults.add({ kind: 'status', status: 422, method: 'POST', message: 'Too many keys', next: 1 });
      const why = await whyNot(rotations.create(place));
      assert.equal(why, `The server responded: Too many keys. Key #${old} is unchanged.`);
      assert.deepEqual(await ids(), before);
      assert.equal((await rotations.create(place)).step, 'place');
    });

    it("sends no write if the list can't be read", async () => {
      const { rotations, place, ids, before } = await startedRotation();
      sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', next: 1 });
      await whyNot(rotations.create(place));
      assert.deepEqual(await ids(), before);
      assert.ok(!server.passed.includes('POST'));
    });

    it("doesn't repeat a lost request until the user retries", async () => {
      const { rotations, place, ids, before } = await startedRotation();
      server.lose('POST', 'before');
      const why = await whyNot(rotations.create(place));
      assert.match(why, /didn't confirm the request\. It may have succeeded/);
      assert.deepEqual(await ids(), before);
      assert.ok(!server.passed.includes('POST'));
      await rotations.create(place);
      assert.equal((await ids()).length, before.length + 1);
    });

    it('finds the new key in the list if the response is lost', async () => {
      const { rotations, place, ids, before } = await startedRotation();
      server.lose('POST', 'after');
      const { step, fresh } = await rotations.create(place);
      assert.equal(step, 'place');
      assert.deepEqual(await ids(), [fresh, ...before]);
      assert.equal(server.passed.filter((method) => method === 'POST').length, 1);
    });

    it('finds the new key in the next session if the list was lost too', async () => {
      const { rotations, place, memory, ids, before } = await startedRotation();
      server.lose('POST', 'after');
      // Only the list before the request is returned; later ones fail.
      const creating = rotations.create(place);
      const failing = until(() => server.passed.includes('POST')).then(() => {
        sandbox.faults.add({ kind: 'status', status: 500, method: 'GET' });
      });
      await Promise.all([failing, creating.catch(() => undefined)]);
      sandbox.faults.clear();
      const next = window(memory);
      const rotation = await next.rotations.create(place).catch(() => next.rotations.of(place));
      assert.deepEqual(await ids(), [rotation?.fresh, ...before]);
      assert.equal(server.passed.filter((method) => method === 'POST').length, 1);
    });

    it('lets the user choose if several keys were added', async () => {
      const { rotations, place, memory } = await startedRotation();
      const [other] = [window()];
      server.lose('POST', 'before');
      await whyNot(rotations.create(place));
      const one = await other.keys.create(place);
      const two = await other.keys.create(place);
      const again = window(memory).rotations;
      const stopped: unknown = await again.create(place).catch((error: unknown) => error);
      assert.ok(stopped instanceof Error && 'candidates' in stopped);
      assert.deepEqual(stopped.candidates, [two.id, one.id]);
      assert.match(explain(stopped).why, /several keys have been added since\./);
      assert.equal((await again.choose(place, one.id)).fresh, one.id);
    });
  });

  describe('placing the new key', () => {
    it('sends no requests and waits for the user', async () => {
      const { rotations, place } = await at('place');
      server.passed.length = 0;
      await whyNot(rotations.confirm(place));
      await whyNot(rotations.delete(place));
      assert.ok(!server.passed.includes('DELETE'));
      assert.equal((await rotations.placed(place)).step, 'confirm');
    });
  });

  describe('confirming the new key', () => {
    it("doesn't continue if the list can't be read", async () => {
      const { rotations, place, ids, old, fresh, before } = await at('confirm');
      sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', next: 1 });
      assert.match(
        await whyNot(rotations.confirm(place)),
        new RegExp(`Keys #${old} and #${fresh} are unchanged`),
      );
      assert.deepEqual(await ids(), [fresh, ...before]);
      assert.equal((await rotations.confirm(place)).step, 'delete');
    });

    it('reports a deleted new key, and can start over with another one', async () => {
      const { rotations, place, fresh, ids, old } = await at('confirm');
      await window().keys.remove({ ...place, key: fresh });
      assert.match(await whyNot(rotations.confirm(place)), new RegExp(`new key #${fresh} has been deleted`));
      await rotations.startOver(place);
      const { fresh: another } = await rotations.create(place);
      assert.ok(another !== fresh && (await ids()).includes(old));
    });

    it('reports a deleted old key', async () => {
      const { rotations, place, old } = await at('confirm');
      await window().keys.remove({ ...place, key: old });
      assert.match(await whyNot(rotations.confirm(place)), new RegExp(`Key #${old} has been deleted`));
    });
  });

  describe('deleting the old key', () => {
    it('deletes nothing if the new key was deleted', async () => {
      const { rotations, place, fresh, ids, before } = await at('delete');
      await window().keys.remove({ ...place, key: fresh });
      server.passed.length = 0;
      assert.match(await whyNot(rotations.delete(place)), new RegExp(`new key #${fresh} has been deleted`));
      assert.ok(!server.passed.includes('DELETE'));
      assert.deepEqual(await ids(), before);
    });

    it("deletes nothing if the list can't be read", async () => {
      const { rotations, place, fresh, ids, before } = await at('delete');
      sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', next: 1 });
      await whyNot(rotations.delete(place));
      assert.deepEqual(await ids(), [fresh, ...before]);
    });

    it('keeps both keys if the server rejects the request, and can be retried', async () => {
      const { rotations, place, fresh, ids, before, old } = await at('delete');
      sandbox.faults.add({ kind: 'status', status: 403, method: 'DELETE', message: 'Not yours', next: 1 });
      assert.match(
        await whyNot(rotations.delete(place)),
        new RegExp(`Keys #${old} and #${fresh} are unchanged`),
      );
      assert.deepEqual(await ids(), [fresh, ...before]);
      assert.equal(await rotations.delete(place), 'deleted');
    });

    it("doesn't repeat a lost request", async () => {
      const { rotations, place, fresh, ids, before } = await at('delete');
      server.lose('DELETE', 'before');
      await whyNot(rotations.delete(place));
      assert.deepEqual(await ids(), [fresh, ...before]);
      assert.ok(!server.passed.includes('DELETE'));
      assert.equal(rotations.of(place)?.step, 'delete');
    });

    it('detects the deletion in the list if the response is lost', async () => {
      const { rotations, place, fresh, ids, before, old } = await at('delete');
      server.lose('DELETE', 'after');
      assert.equal(await rotations.delete(place), 'deleted');
      assert.deepEqual(await ids(), [fresh, ...before.filter((id) => id !== old)]);
      assert.equal(rotations.of(place), undefined);
    });

    it('ends if another user has deleted the old key', async () => {
      const { rotations, place, old } = await at('delete');
      await window().keys.remove({ ...place, key: old });
      assert.equal(await rotations.delete(place), 'gone');
      assert.equal(rotations.of(place), undefined);
    });
  });

  it('can be canceled at any step and keeps both keys', async () => {
    const { rotations, place, fresh, ids, before } = await at('confirm');
    server.passed.length = 0;
    await rotations.abandon(place);
    assert.deepEqual(await ids(), [fresh, ...before]);
    assert.ok(!server.passed.some((method) => method !== 'GET'));
    assert.equal(rotations.of(place), undefined);
  });

  it('runs one step at a time', async () => {
    const { rotations, place, ids, before } = await startedRotation();
    const creating = rotations.create(place);
    assert.match(await whyNot(rotations.create(place)), /another step is still in progress/);
    await creating;
    assert.equal((await ids()).length, before.length + 1);
  });

  it('ignores invalid stored rotations', () => {
    const memory = heldMemory();
    const place = { base: 'https://example.com', project: 1, path: 'a/b' };
    memory.held.set('key-rotations', [
      null,
      { place, rotation: { old: 'x', step: 'create' } },
      { place, rotation: { old: 1, step: 'dance' } },
      { place, rotation: { old: 1, step: 'delete' } },
      { place: { ...place, project: {} }, rotation: { old: 1, step: 'create' } },
      { place, rotation: { old: 1, step: 'create', before: [1, 'x'] } },
    ]);
    const { rotations } = window(memory);
    assert.deepEqual(
      rotations.list().map(({ rotation }) => rotation),
      [{ old: 1, fresh: undefined, step: 'create', before: [1] }],
    );
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
