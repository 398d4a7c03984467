import assert from 'node:assert/strict';
import fc from 'fast-check';
import { difference, isUntouched } from '../../../src/domain/merge-requests/edit';
import { initialMergeOptions, waysToMerge } from '../../../src/domain/merge-requests/merge-options';
import type { MergeRequestFacts } from '../../../src/domain/merge-requests/rules';
import { lengthOf } from '../../../src/domain/merge-requests/text-limits';

const OPEN: MergeRequestFacts = {
  state: 'opened',
  draft: false,
  detailed_merge_status: 'mergeable',
  merge_when_pipeline_succeeds: false,
  has_conflicts: false,
  rebase_in_progress: false,
  discussion_locked: false,
  sha: 'a',
};

describe('merge options', () => {
  it('are immediate merge, auto-merge, or both', () => {
    const running = { head_pipeline: { status: 'running' } };
    assert.deepEqual(waysToMerge(OPEN), ['now']);
    assert.deepEqual(waysToMerge({ ...OPEN, ...running }), ['auto', 'now']);
    assert.deepEqual(waysToMerge({ ...OPEN, detailed_merge_status: 'ci_still_running' }), ['auto']);
  });

  it('are replaced by the reason if the merge is blocked', () => {
    assert.equal(waysToMerge({ ...OPEN, draft: true }), 'draft');
    assert.equal(waysToMerge({ ...OPEN, detailed_merge_status: 'not_approved' }), 'blocked');
    assert.equal(waysToMerge({ ...OPEN, state: 'merged' }), 'merged');
  });
});

describe('initial merge choices', () => {
  it('are the settings of the merge request', () => {
    const settings = { squash: true, should_remove_source_branch: null, force_remove_source_branch: true };
    assert.deepEqual(initialMergeOptions(settings, 'a'), {
      sha: 'a',
      squash: true,
      removeSourceBranch: true,
      mergeMessage: undefined,
      squashMessage: undefined,
    });
    assert.equal(
      initialMergeOptions({ ...settings, should_remove_source_branch: false }, 'a').removeSourceBranch,
      false,
    );
  });
});

describe('merge request edit', () => {
  it('conflicts only with changes of the same fields', () => {
    const before = { title: 'a', description: null, updated_at: '1' };
    assert.ok(isUntouched({ title: 'x' }, before, { ...before, description: 'other', updated_at: '2' }));
    assert.ok(!isUntouched({ title: 'x' }, before, { ...before, title: 'b' }));
    assert.ok(
      isUntouched({ description: 'x' }, before, { ...before, description: '' }),
      'none and empty are one',
    );
    assert.ok(!isUntouched({ description: 'x' }, before, { ...before, description: 'y' }));
  });

  it('counts characters like the server', () => {
    assert.equal(lengthOf('a😀b'), 3);
  });

  it('sends only the difference of two lists', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(names, names, (before, after) => {
        const { added, removed } = difference(before, after);
        const now = [...before.filter((name) => !removed.includes(name)), ...added];
        assert.deepEqual([...now].sort(), [...after].sort());
        assert.ok(added.every((name) => !removed.includes(name)));
      }),
    );
  });
});
