import assert from 'node:assert/strict';
import { isForcePush, pushBetween } from '../../../src/domain/changes/push-kind';
import { pushBrief, pushSentence, rangeLabel } from '../../../src/presentation/changes/version-labels';

const from = { base: 'b1', head: 'h1' };
const whole = (...ids: string[]) => ({ ids, cut: false });

describe('push between two versions', () => {
  it('can add commits to the older head, with their number', () => {
    const push = pushBetween(from, { base: 'b1', head: 'h3' }, whole('h3', 'h2', 'h1', 'h0'));
    assert.deepEqual(push, { kind: 'added', commits: 2 });
    assert.ok(!isForcePush(push));
    assert.equal(pushBrief(push), '2 commits');
    assert.equal(pushSentence(push, 'b1'), '2 commits added');
    const one = pushBetween(from, { base: 'b1', head: 'h2' }, whole('h2', 'h1'));
    assert.equal(pushSentence(one, 'b1'), '1 commit added');
  });

  it('is not a force-push if the target was merged into the branch, or contains its commits', () => {
    const merged = pushBetween(from, { base: 'b2', head: 'm1' }, whole('m1', 'h1', 'h0'));
    assert.deepEqual(merged, { kind: 'added', commits: 1 });
    const taken = pushBetween(from, { base: 'h1', head: 'h2' }, whole('h2'));
    assert.deepEqual(taken, { kind: 'added', commits: 1 });
  });

  it('is a force-push if the branch no longer contains the older head', () => {
    const amended = pushBetween(from, { base: 'b1', head: 'x1' }, whole('x1'));
    assert.deepEqual(amended, { kind: 'rewritten' });
    assert.ok(isForcePush(amended));
    assert.match(pushSentence(amended, 'b1') ?? '', /force-pushed, replacing earlier commits\.$/);
    const rebased = pushBetween(from, { base: 'b2', head: 'x1' }, whole('x1'));
    assert.deepEqual(rebased, { kind: 'rebased' });
    assert.ok(isForcePush(rebased));
    assert.match(pushSentence(rebased, '0123456789abcdef') ?? '', /rebased onto 01234567 and force-pushed/);
    assert.match(pushSentence(rebased, undefined) ?? '', /was rebased and force-pushed\.$/);
  });

  it('is unknown if the list of commits is incomplete, and a retargeting if the head is the same', () => {
    assert.deepEqual(pushBetween(from, { base: 'b1', head: 'x1' }, { ids: ['x1'], cut: true }), {
      kind: 'unknown',
    });
    assert.deepEqual(pushBetween(from, { base: 'b1', head: 'x1' }, undefined), { kind: 'unknown' });
    assert.deepEqual(pushBetween(from, { base: 'b2', head: 'h1' }, undefined), { kind: 'retargeted' });
    assert.equal(pushBrief({ kind: 'unknown' }), undefined);
  });
});

describe('range label', () => {
  it('describes the shown changes', () => {
    assert.equal(rangeLabel(2, 4, 4), 'Showing changes from version 2 to 4.');
    assert.equal(rangeLabel(undefined, 4, 4), 'Showing all changes.');
    assert.equal(rangeLabel(undefined, 3, 4), 'Showing all changes in version 3.');
  });
});
