import assert from 'node:assert/strict';
import type { MergeRequestKey } from '../../../../src/app/shared/keys';
import { mergeRequestSchema } from '../../../../src/schemas/merge-request';
import { offeredActions } from '../../../../src/ui/merge-request-page/page/loaded-data';

const key = { base: 'https://git.example.com', project: 1, iid: 7 };
const conflicting = {
  ...mergeRequestSchema.parse({
    ...{ id: 1_007, iid: 7, project_id: 1, title: 'Seven', state: 'opened', sha: 'a'.repeat(40) },
    ...{ source_branch: 'seven', target_branch: 'main', has_conflicts: true },
    ...{ detailed_merge_status: 'conflict' },
  }),
  approvals: null,
  access: undefined,
  isOwn: true,
};

describe('actions of the merge request page', () => {
  const offered = (current: readonly MergeRequestKey[], mayDelete = false) =>
    offeredActions(key, conflicting, { checkedOut: { current: () => current }, mayDelete: () => mayDelete });

  it("don't include the check-out of the branch that is checked out", () => {
    assert.ok(offered([]).includes('checkOut'));
    assert.ok(offered([{ ...key, iid: 8 }]).includes('checkOut'));
    assert.ok(!offered([{ ...key, iid: 8 }, key]).includes('checkOut'));
    assert.ok(offered([key]).includes('resolveConflicts'));
  });

  it('include deleting only if the setting allows it', () => {
    assert.ok(!offered([]).includes('delete'));
    assert.ok(offered([], true).includes('delete'));
  });
});
