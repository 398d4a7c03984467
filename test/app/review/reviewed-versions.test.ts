import assert from 'node:assert/strict';
import { ReviewedVersions } from '../../../src/app/review/reviewed-versions';
import { heldMemory } from '../../builders/stores';

const key = (iid: number) => ({ base: 'https://git.example.com', project: 1, iid });
const seen = (version: number) => ({ version, head: version.toString(16).padStart(40, '0') });

describe('the version of a merge request that was reviewed last', () => {
  it('is remembered for each merge request, in this window and the next one', async () => {
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

  it('is told when it becomes another one, and only then', async () => {
    const reviewed = new ReviewedVersions(heldMemory());
    const told: number[] = [];
    reviewed.onDidChange(({ iid }) => told.push(iid));
    await reviewed.saw(key(1), seen(11));
    await reviewed.saw(key(1), seen(11));
    await reviewed.saw(key(1), seen(10));
    assert.deepEqual(told, [1, 1]);
    assert.deepEqual(reviewed.last(key(1)), seen(10));
  });

  it('is forgotten where five hundred others were reviewed since', async () => {
    const reviewed = new ReviewedVersions(heldMemory());
    for (let iid = 1; iid <= 501; iid++) {
      await reviewed.saw(key(iid), seen(iid));
      await reviewed.saw(key(2), seen(iid));
    }
    assert.equal(reviewed.last(key(1)), undefined);
    assert.deepEqual(reviewed.last(key(2)), seen(501));
    assert.deepEqual(reviewed.last(key(3)), seen(3));
  });

  it('is unknown where the memory holds something else', async () => {
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
