import assert from 'node:assert/strict';
import type { MergeRequestKey } from '../../../../src/app/shared/keys';
import { CurrentMergeRequest } from '../../../../src/ui/merge-requests/commands/current';

const key = (iid: number): MergeRequestKey => ({ base: 'https://git.example.com', project: 1, iid });
const target = (iid: number) => ({ target: { kind: 'merge-request' as const, mergeRequest: key(iid) } });

/**
 * Returns the current merge request of a window in which the user selects !3. The optional page shows !1, and
 * the branch has !2.
 */
function person(at: { page?: boolean; branch?: boolean } = {}) {
  const promptTitles: string[] = [];
  const current = new CurrentMergeRequest({
    choose: (title) => {
      promptTitles.push(title);
      return Promise.resolve(key(3));
    },
    ofEditor: () => (at.page === true ? key(1) : undefined),
    ofBranch: () => (at.branch === true ? key(2) : undefined),
  });
  return { asked: promptTitles, current };
}

describe('current merge request', () => {
  it('is the merge request of the row, regardless of the page and the branch', async () => {
    const { asked: promptTitles, current } = person({ page: true, branch: true });
    assert.deepEqual(await current.ofArgument(target(4), 'Open Merge Request'), key(4));
    assert.deepEqual(promptTitles, []);
  });

  it('is the merge request of the active page, otherwise the selected one', async () => {
    assert.deepEqual(await person({ page: true }).current.ofArgument(undefined, 'Open'), key(1));
    const { asked: promptTitles, current } = person({ branch: true });
    assert.deepEqual(await current.ofArgument(undefined, 'Open Merge Request'), key(3));
    assert.deepEqual(promptTitles, ['Open Merge Request']);
  });

  it('is the merge request of the active page, otherwise that of the branch, otherwise the selected one', async () => {
    assert.deepEqual(person({ page: true, branch: true }).current.active(), key(1));
    assert.deepEqual(person({ branch: true }).current.active(), key(2));
    assert.equal(person().current.active(), undefined);
    assert.deepEqual(await person({ branch: true }).current.activeOrChosen('Check Out', ''), key(2));
    assert.deepEqual(await person().current.activeOrChosen('Check Out', ''), key(3));
  });
});
