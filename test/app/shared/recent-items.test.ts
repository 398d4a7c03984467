import assert from 'node:assert/strict';
import { type Recent, RecentItems } from '../../../src/app/shared/recent-items';
import { heldMemory } from '../../builders/stores';

const job = (id: number, more: Partial<Recent> = {}): Recent => ({
  what: 'job',
  base: 'https://git.example.com',
  project: 1,
  id,
  label: `job-${id}`,
  ...more,
});

describe('RecentItems', () => {
  it('returns a limited number of items, newest first, without duplicates', async () => {
    const recent = new RecentItems(heldMemory());
    for (let id = 1; id <= 30; id++) await recent.add(job(id));
    await recent.add(job(25, { project: 'acme/front' }));
    const ids = recent.list().map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 3), [25, 30, 29]);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 12);
  });

  it('distinguishes merge requests of different projects', async () => {
    const recent = new RecentItems(heldMemory());
    await recent.add(job(1, { what: 'merge-request', project: 1 }));
    await recent.add(job(1, { what: 'merge-request', project: 2 }));
    assert.equal(recent.list().length, 2);
  });

  it('stores only IDs and labels, and ignores invalid stored values', async () => {
    const memory = heldMemory();
    const recent = new RecentItems(memory);
    await recent.add({ ...job(1), secret: 'not to be kept' } as Recent);
    assert.doesNotMatch(JSON.stringify([...memory.held.values()]), /secret/);
    for (const junk of [undefined, 'x', [1, null, { what: 'job' }, { ...job(1), base: 'no address' }]]) {
      const [name] = [...memory.held.keys()];
      memory.held.set(name ?? '', junk);
      assert.deepEqual(recent.list(), []);
    }
  });
});
