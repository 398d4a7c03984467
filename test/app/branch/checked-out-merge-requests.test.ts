import assert from 'node:assert/strict';
import { CheckedOutMergeRequests } from '../../../src/app/branch/checked-out-merge-requests';
import { type BranchFacts, NOTHING } from '../../../src/app/branch/details';
import { BranchHeads } from '../../../src/app/branch/heads';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';

const project = { base: 'https://git.example.com', project: 1 };
const branch = {
  project,
  path: 'acme/storefront',
  head: { name: 'main', sha: undefined },
};

describe('the merge requests of the branch', () => {
  it('are announced where they are other ones, not with each change of the branch', () => {
    const changed = new Emitter<BranchFacts | undefined>();
    const watch: { details: BranchFacts | undefined; onDidChange: typeof changed.event } = {
      details: undefined,
      onDidChange: changed.event,
    };
    const change = (mergeRequests: readonly MergeRequestKey[]): void => {
      watch.details = { ...NOTHING, branch, mergeRequests, problem: undefined };
      changed.fire(watch.details);
    };
    const list = new CheckedOutMergeRequests(watch);
    let times = 0;
    list.onDidChange(() => times++);
    assert.deepEqual(list.current(), []);
    change([]);
    assert.equal(times, 0);
    change([{ ...project, iid: 7 }]);
    change([{ ...project, iid: 7 }]);
    assert.equal(times, 1);
    assert.deepEqual(list.current(), [{ ...project, iid: 7 }]);
    list.dispose();
    change([]);
    assert.equal(times, 1);
  });
});

describe('what is checked out of a project', () => {
  const main = { name: 'main', sha: undefined };
  const other = { name: 'other', sha: undefined };

  it('is what the workspace has, with the merge request of the branch that is followed', () => {
    const heads = new BranchHeads({ headsOf: () => [main, other] });
    assert.deepEqual(heads.headsOf(project), [main, other]);
    heads.followed = { project, head: { ...main, mergedResultsOf: 7 } };
    assert.deepEqual(heads.headsOf(project), [{ ...main, mergedResultsOf: 7 }, other]);
    assert.deepEqual(heads.headsOf({ ...project, project: 2 }), [main, other]);
  });
});
