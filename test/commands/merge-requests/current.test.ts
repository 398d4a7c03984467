import assert from 'node:assert/strict';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { CurrentMergeRequest } from '../../../src/commands/merge-requests/current';

const key = (iid: number): MergeRequestKey => ({ base: 'https://git.example.com', project: 1, iid });
const target = (iid: number) => ({ target: { kind: 'merge-request' as const, mergeRequest: key(iid) } });

/** A person who chooses !3, with !1 on the page in front and !2 on the branch, where these are given. */
function person(at: { page?: boolean; branch?: boolean } = {}) {
  const asked: string[] = [];
  const current = new CurrentMergeRequest({
    choose: (title) => {
      asked.push(title);
      return Promise.resolve(key(3));
    },
    ofPage: () => (at.page === true ? key(1) : undefined),
    ofBranch: () => (at.branch === true ? key(2) : undefined),
  });
  return { asked, current };
}

describe('the merge request that a command is about', () => {
  it('is that of the row, whatever else is at hand', async () => {
    const { asked, current } = person({ page: true, branch: true });
    assert.deepEqual(await current.ofArgument(target(4), 'Open Merge Request'), key(4));
    assert.deepEqual(asked, []);
  });

  it('is that of the page in front, else one that is chosen', async () => {
    assert.deepEqual(await person({ page: true }).current.ofArgument(undefined, 'Open'), key(1));
    const { asked, current } = person({ branch: true });
    assert.deepEqual(await current.ofArgument(undefined, 'Open Merge Request'), key(3));
    assert.deepEqual(asked, ['Open Merge Request']);
  });

  it('is that of the page in front, else that of the branch, else one that is chosen', async () => {
    assert.deepEqual(person({ page: true, branch: true }).current.active(), key(1));
    assert.deepEqual(person({ branch: true }).current.active(), key(2));
    assert.equal(person().current.active(), undefined);
    assert.deepEqual(await person({ branch: true }).current.activeOrChosen('Check Out', ''), key(2));
    assert.deepEqual(await person().current.activeOrChosen('Check Out', ''), key(3));
  });
});
