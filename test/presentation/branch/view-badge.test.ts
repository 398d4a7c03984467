import assert from 'node:assert/strict';
import { viewBadge } from '../../../src/presentation/branch/view-badge';

describe('view badge', () => {
  const failures = { value: 2, tooltip: '2 jobs failed on main: a and b' };

  it('counts what the setting selects', () => {
    assert.deepEqual(viewBadge('failures', failures, 3), failures);
    assert.deepEqual(viewBadge('attention', failures, 3), {
      value: 3,
      tooltip: '3 merge requests need your attention',
    });
    assert.deepEqual(viewBadge('both', failures, 1), {
      value: 3,
      tooltip: '2 jobs failed on main: a and b · 1 merge request needs your attention',
    });
    assert.equal(viewBadge('none', failures, 3), undefined);
  });

  it("isn't shown without anything to count", () => {
    for (const content of ['failures', 'attention', 'both', 'none'] as const)
      assert.equal(viewBadge(content, undefined, 0), undefined);
    assert.deepEqual(viewBadge('both', failures, 0), failures);
  });
});
