import assert from 'node:assert/strict';
import { HeldPipelines } from '../../../../src/ui/pipelines/trees/stable-rows';
import type { Entry } from '../../../../src/ui/tree-node';

const PROJECT = 'https://host/7';
const QUERY = 'recent';

describe('new pipelines of a list', () => {
  const pipeline = (id: number): Entry => ({
    key: `${id}`,
    data: { kind: 'pipeline', pipeline: { base: 'https://host', project: 7, pipeline: id } },
  });
  const older: Entry = {
    key: 'older',
    data: { kind: 'older', project: { base: 'https://host', project: 7 } },
  };
  const list = (...ids: readonly number[]): readonly Entry[] => [...ids.map(pipeline), older];
  const keys = (entries: readonly Entry[]) => entries.map(({ key }) => key);

  it('are hidden and counted, and the others keep their rows', () => {
    const held = new HeldPipelines();
    assert.deepEqual(keys(held.apply(PROJECT, list(3, 2), QUERY)), ['3', '2', 'older']);
    assert.deepEqual(keys(held.apply(PROJECT, list(5, 4, 3, 2), QUERY)), ['3', '2', 'older']);
    assert.equal(held.count(PROJECT), 2);
    assert.deepEqual(keys(held.apply(PROJECT, list(6, 5, 4, 3, 2), QUERY)), ['3', '2', 'older']);
    assert.equal(held.count(PROJECT), 3);
  });

  it('are shown on request', () => {
    const held = new HeldPipelines();
    held.apply(PROJECT, list(3), QUERY);
    held.apply(PROJECT, list(4, 3), QUERY);
    assert.ok(held.release(PROJECT));
    assert.equal(held.count(PROJECT), 0);
    assert.deepEqual(keys(held.apply(PROJECT, list(4, 3), QUERY)), ['4', '3', 'older']);
    assert.ok(!held.release(PROJECT));
  });

  it('are shown if no rows would move: in an empty list, and in a list with another filter', () => {
    const held = new HeldPipelines();
    const none: Entry = { key: 'note none', data: older.data };
    held.apply(PROJECT, [none], QUERY);
    assert.deepEqual(keys(held.apply(PROJECT, list(1), QUERY)), ['1', 'older']);
    assert.deepEqual(keys(held.apply(PROJECT, list(9, 1), 'failed')), ['9', '1', 'older']);
    assert.deepEqual(keys(held.apply(PROJECT, list(12, 11), 'failed')), ['12', '11', 'older']);
  });

  it("don't include older pipelines that were loaded, and pipelines that are no longer listed", () => {
    const held = new HeldPipelines();
    held.apply(PROJECT, list(9, 8), QUERY);
    assert.deepEqual(keys(held.apply(PROJECT, list(9, 8, 7, 6), QUERY)), ['9', '8', '7', '6', 'older']);
    assert.deepEqual(keys(held.apply(PROJECT, list(10, 8, 7), QUERY)), ['8', '7', 'older']);
    assert.equal(held.count(PROJECT), 1);
  });

  it('are counted by project', () => {
    const held = new HeldPipelines();
    held.apply(PROJECT, list(1), QUERY);
    held.apply(PROJECT, list(2, 1), QUERY);
    held.apply('https://host/8', list(1), QUERY);
    assert.equal(held.count('https://host/8'), 0);
    assert.equal(held.count(PROJECT), 1);
  });
});
