import assert from 'node:assert/strict';
import { otherObstacles } from '../../../src/domain/merge-requests/merge-checks';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const obstacles = (facts: object, approvalsLeft?: number) =>
  otherObstacles({
    ...mergeRequestSchema.parse({
      ...{ id: 1, iid: 42, project_id: 1, title: 'Add price rounding', state: 'opened' },
      ...facts,
    }),
    approvalsLeft,
  });

describe('merge checks', () => {
  const all = { draft: true, has_conflicts: true, blocking_discussions_resolved: false };

  it('contain all obstacles besides the reported status', () => {
    assert.deepEqual(obstacles({ ...all, detailed_merge_status: 'ci_must_pass' }, 2), [
      'draft_status',
      'conflict',
      'discussions_not_resolved',
      'not_approved',
    ]);
    for (const [reported, expected] of [
      ['draft_status', 'conflict discussions_not_resolved'],
      ['broken_status', 'draft_status discussions_not_resolved'],
      ['conflict', 'draft_status discussions_not_resolved'],
      ['discussions_not_resolved', 'draft_status conflict'],
      ['checking', 'draft_status conflict discussions_not_resolved'],
    ] as const)
      assert.equal(obstacles({ ...all, detailed_merge_status: reported }, 0).join(' '), expected, reported);
  });

  it('are empty if the server reports that nothing blocks the merge, and for unknown facts', () => {
    assert.deepEqual(obstacles({ ...all, detailed_merge_status: 'mergeable' }), []);
    assert.deepEqual(obstacles({ ...all, state: 'merged', detailed_merge_status: 'not_open' }), []);
    assert.deepEqual(obstacles({ detailed_merge_status: 'ci_must_pass' }), []);
  });
});
