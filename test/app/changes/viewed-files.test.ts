import assert from 'node:assert/strict';
import { VIEWED_KEY, ViewedFiles } from '../../../src/app/changes/viewed-files';
import { heldMemory } from '../../builders/stores';

const key = (iid: number) => ({ base: 'https://host.example', project: 'acme/secret-plans', iid });
const file = (path: string, patchKey = `change of ${path}`) => ({ path, patchKey });

describe('ViewedFiles', () => {
  function viewing(memory = heldMemory(), shared = heldMemory(), time = { now: 1 }) {
    return { memory, shared, time, viewed: new ViewedFiles(memory, shared, { now: () => time.now }) };
  }

  it('stores the viewed files of a merge request by path and change', async () => {
    const { viewed, memory } = viewing();
    await viewed.set(key(1), [file('a.ts'), file('b.ts')], true);
    await viewed.set(key(1), [file('b.ts')], false);
    const { viewed: next } = viewing(memory);
    for (const each of [viewed, next]) {
      assert.ok(each.isViewed(key(1), file('a.ts')));
      assert.ok(!each.isViewed(key(1), file('b.ts')));
      assert.ok(!each.isViewed(key(2), file('a.ts')));
      assert.equal(each.count(key(1), [file('a.ts'), file('b.ts'), file('c.ts')]), 1);
    }
  });

  it('treats a file as not viewed after its change was modified, and as viewed after it was restored', async () => {
    const { viewed } = viewing();
    await viewed.set(key(1), [file('a.ts', 'one')], true);
    assert.ok(!viewed.isViewed(key(1), file('a.ts', 'two')));
    await viewed.set(key(1), [file('a.ts', 'two')], true);
    assert.ok(viewed.isViewed(key(1), file('a.ts', 'one')));
    await viewed.set(key(1), [file('a.ts', 'two')], false);
    assert.ok(viewed.isViewed(key(1), file('a.ts', 'one')) && !viewed.isViewed(key(1), file('a.ts', 'two')));
  });

  it('reads the key of a change only if the file has an entry', async () => {
    const { viewed } = viewing();
    const costly = {
      path: 'big.ts',
      get patchKey(): string {
        throw new Error('nobody viewed it');
      },
    };
    assert.ok(!viewed.isViewed(key(1), costly));
    await viewed.set(key(1), [file('a.ts')], true);
    assert.equal(viewed.count(key(1), [costly, file('a.ts')]), 1);
  });

  it('fires when files are viewed', async () => {
    const { viewed } = viewing();
    const changed: number[] = [];
    viewed.onDidChange(({ iid }) => changed.push(iid));
    await viewed.set(key(7), [file('a.ts')], true);
    assert.deepEqual(changed, [7]);
  });

  it('synchronizes viewed files with another computer, where the latest change wins', async () => {
    const there = viewing();
    await there.viewed.set(key(1), [file('a.ts')], true);
    const here = viewing(heldMemory(), there.shared, { now: 2 });
    assert.ok(here.viewed.isViewed(key(1), file('a.ts')));
    await here.viewed.set(key(1), [file('a.ts')], false);
    assert.ok(!here.viewed.isViewed(key(1), file('a.ts')));
    assert.ok(!there.viewed.isViewed(key(1), file('a.ts')), 'the newer word counts there, too');
    there.time.now = 3;
    await there.viewed.set(key(1), [file('a.ts')], true);
    assert.ok(here.viewed.isViewed(key(1), file('a.ts')));
  });

  it('stores no names or URLs', async () => {
    const { viewed, memory, shared } = viewing();
    await viewed.set(key(1), [file('src/secret-door.ts')], true);
    for (const { held } of [memory, shared])
      assert.doesNotMatch(JSON.stringify([...held]), /secret|example|host|\.ts/);
  });

  it('limits the number of merge requests and files, and removes the oldest first', async () => {
    const { viewed, memory, shared } = viewing();
    for (let iid = 0; iid < 105; iid++) await viewed.set(key(iid), [file('a.ts')], true);
    assert.ok(!viewed.isViewed(key(4), file('a.ts')) && viewed.isViewed(key(5), file('a.ts')));
    const many = Array.from({ length: 25_000 }, (_, index) => file(`${index}.ts`));
    await viewed.set(key(200), many, true);
    assert.equal(viewed.count(key(200), many), 20_000);
    assert.ok(viewed.isViewed(key(200), file('24999.ts')));
    assert.ok(JSON.stringify(memory.get(VIEWED_KEY)).length < 700_000);
    assert.ok(JSON.stringify(shared.get(VIEWED_KEY)).length < 100_000);
  });

  it('ignores invalid stored values', () => {
    for (const found of [null, 5, 'x', {}, [null, 1, { id: 'x' }, { id: 'x', at: 1, marks: [1, 'short'] }]]) {
      const memory = heldMemory();
      void memory.set(VIEWED_KEY, found);
      assert.ok(!viewing(memory).viewed.isViewed(key(1), file('a.ts')));
    }
  });
});
