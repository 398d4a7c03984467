import assert from 'node:assert/strict';
import { StableOrder } from '../../../../src/ui/pipelines/trees/stable-rows';
import { type Entry, TreeNode } from '../../../../src/ui/tree-node';

const pipeline = { base: 'https://host', project: 1, pipeline: 2 };
const stage = (parent?: TreeNode): TreeNode =>
  new TreeNode('test', parent, { kind: 'stage', pipeline, stage: 'test' });

/** Returns entries of jobs with these names; the IDs start at `first`. */
const jobs = (names: string, first = 10): readonly Entry[] =>
  names.split(' ').map((key, index) => ({ key, data: { kind: 'job', pipeline, job: first + index } }));
const keysOf = (entries: readonly Entry[]): string => entries.map(({ key }) => key).join(' ');

describe('order of jobs', () => {
  it("doesn't change when a job fails or is retried, and a new attempt takes the place of the previous one", () => {
    const order = new StableOrder();
    const node = stage();
    assert.equal(keysOf(order.apply(node, jobs('unit e2e lint'), 'stage')), 'unit e2e lint');
    const later = order.apply(node, jobs('lint e2e unit', 20), 'stage');
    assert.equal(keysOf(later), 'unit e2e lint');
    const [first] = later;
    assert.equal(first?.data.kind === 'job' && first.data.job, 22);
  });

  it('ends with new jobs, and then with notes', () => {
    const order = new StableOrder();
    const node = stage();
    order.apply(node, jobs('b c'), 'stage');
    const row = { label: '', icon: { id: 'info' }, accessibleLabel: '', contextTokens: [] };
    const note: Entry = { key: 'note', data: { kind: 'note', row: { ...row, expandable: 'no' } } };
    assert.equal(keysOf(order.apply(node, [...jobs('a b'), note, ...jobs('c d')], 'stage')), 'b c a d note');
  });

  it('keeps the place of a job that a filter hides', () => {
    const order = new StableOrder();
    const node = stage();
    order.apply(node, jobs('b c a'), 'stage');
    assert.equal(keysOf(order.apply(node, jobs('a b'), 'stage')), 'b a');
    assert.equal(keysOf(order.apply(node, jobs('a b c'), 'stage')), 'b c a');
  });

  it('is determined again after it is forgotten, also below a collapsed row', () => {
    const order = new StableOrder();
    const above = new TreeNode('2', undefined, { kind: 'pipeline', pipeline });
    const [node] = above.setChildren([{ key: 'stage', data: { kind: 'stage', pipeline, stage: 'test' } }]);
    assert.ok(node);
    assert.equal(order.forget(above), false);
    order.apply(node, jobs('b a'), 'stage');
    assert.equal(order.forget(above), true);
    assert.equal(keysOf(order.apply(node, jobs('a b'), 'stage')), 'a b');
  });

  it('is determined again after the setting for it was changed', () => {
    const order = new StableOrder();
    const node = stage();
    order.apply(node, jobs('b a'), 'stage');
    assert.equal(keysOf(order.apply(node, jobs('a b'), 'name')), 'a b');
  });
});
