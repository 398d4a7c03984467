import assert from 'node:assert/strict';
import { ReviewedVersions } from '../../../src/app/changes/reviewed-versions';
import { heldMemory } from '../../builders/stores';

const key = (iid: number) => ({ base: 'https://git.example.com', project: 1, iid });
const seen = (version: number) => ({ version, head: version.toString(16).padStart(40, '0') });

describe('ReviewedVersions', () => {
  it('stores the last reviewed version of each merge request', async () => {
    const memory = heldMemory();
    const reviewed = new ReviewedVersions(memory);
    assert.equal(reviewed.last(key(1)), undefined);
    await reviewed.saw(key(1), seen(11));
    await reviewed.saw(key(2), seen(22));
    await reviewed.saw(key(1), seen(12));
    for (const each of [reviewed, new ReviewedVersions(memory)]) {
      assert.deepEqual(each.last(key(1)), seen(12));
      assert.deepEqual(each.last(key(2)), seen(22));
      assert.equal(each.last({ ...key(1), project: 2 }), undefined);
    }
  });

  it('fires only when the version changes', async () => {
    const reviewed = new ReviewedVersions(heldMemory());
    const changedIids: number[] = [];
    reviewed.onDidChange(({ iid }) => changedIids.push(iid));
    await reviewed.saw(key(1), seen(11));
    await reviewed.saw(key(1), seen(11));
    await reviewed.saw(key(1), seen(10));
    assert.deepEqual(changedIids, [1, 1]);
    assert.deepEqual(reviewed.last(key(1)), seen(10));
  });

  it('stores for which commit a review was submitted, without a version', async () => {
    const memory = heldMemory();
    const reviewed = new ReviewedVersions(memory);
    const [first, later] = ['a'.repeat(40), 'b'.repeat(40)];
    const changedIids: number[] = [];
    reviewed.onDidChange(({ iid }) => changedIids.push(iid));
    assert.equal(reviewed.lastHead(key(1)), undefined);
    await reviewed.submitted(key(1), first);
    await reviewed.submitted(key(1), first);
    await reviewed.saw(key(2), seen(22));
    await reviewed.submitted(key(2), later);
    for (const each of [reviewed, new ReviewedVersions(memory)]) {
      assert.equal(each.last(key(1)), undefined);
      assert.equal(each.lastHead(key(1)), first);
      assert.deepEqual(each.last(key(2)), seen(22));
      assert.equal(each.lastHead(key(2)), later);
    }
    await reviewed.saw(key(1), seen(11));
    assert.equal(reviewed.lastHead(key(1)), seen(11).head);
    assert.deepEqual(changedIids, [1, 2, 2, 1]);
  });

  it('reads what another window recorded when it is reloaded', async () => {
    const memory = heldMemory();
    const [here, there] = [new ReviewedVersions(memory), new ReviewedVersions(memory)];
    await here.saw(key(1), seen(11));
    assert.deepEqual(there.last(key(1)), seen(11));
    const byPath = { ...key(3), project: 'acme/store front' };
    await here.saw(key(1), seen(12));
    await here.submitted(key(2), 'a'.repeat(40));
    await here.saw(byPath, seen(33));
    assert.deepEqual(there.last(key(1)), seen(11));
    const changedKeys: unknown[] = [];
    there.onDidChange((changed) => changedKeys.push(changed));
    there.reload();
    assert.deepEqual(changedKeys, [key(1), key(2), byPath]);
    assert.deepEqual(there.last(key(1)), seen(12));
    assert.equal(there.lastHead(key(2)), 'a'.repeat(40));
    there.reload();
    assert.equal(changedKeys.length, 3);
  });

  it('keeps what another window recorded since the last reload', async () => {
    const memory = heldMemory();
    const [here, there] = [new ReviewedVersions(memory), new ReviewedVersions(memory)];
    assert.equal(there.last(key(1)), undefined);
    await here.saw(key(1), seen(11));
    const changedIids: number[] = [];
    there.onDidChange(({ iid }) => changedIids.push(iid));
    await there.saw(key(2), seen(22));
    assert.deepEqual(changedIids, [1, 2]);
    for (const each of [there, new ReviewedVersions(memory)]) {
      assert.deepEqual(each.last(key(1)), seen(11));
      assert.deepEqual(each.last(key(2)), seen(22));
    }
  });

  it('stores the versions of the last 500 merge requests', async () => {
    const reviewed = new ReviewedVersions(heldMemory());
    for (let iid = 1; iid <= 501; iid++) {
      await reviewed.saw(key(iid), seen(iid));
      await reviewed.saw(key(2), seen(iid));
    }
    assert.equal(reviewed.last(key(1)), undefined);
    assert.deepEqual(reviewed.last(key(2)), seen(501));
    assert.deepEqual(reviewed.last(key(3)), seen(3));
  });

  it('ignores invalid stored values', async () => {
    const memory = heldMemory();
    await new ReviewedVersions(memory).saw(key(1), seen(11));
    const [name = ''] = memory.held.keys();
    for (const junk of [
      undefined,
      'x',
      [1, null, ['a'], ['a', '1', 'x'], ['a', 1.5, 'x'], ['a', 1, 2]],
      { a: 1 },
    ]) {
      memory.held.set(name, junk);
      assert.equal(new ReviewedVersions(memory).last(key(1)), undefined);
    }
  });
});
