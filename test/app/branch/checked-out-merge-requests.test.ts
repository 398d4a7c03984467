import assert from 'node:assert/strict';
import { CheckedOutMergeRequests } from '../../../src/app/branch/checked-out-merge-requests';
import { type BranchFacts, NO_BRANCH_FACTS } from '../../../src/app/branch/details';
import { BranchHeads } from '../../../src/app/branch/heads';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';

const project = { base: 'https://git.example.com', project: 1 };
const branch = {
  project,
  path: 'acme/storefront',
  head: { name: 'main', sha: undefined },
};

describe('CheckedOutMergeRequests', () => {
  it('fires when the merge requests change, but not for other changes of the branch', () => {
    const changed = new Emitter<BranchFacts | undefined>();
    const watch: { details: BranchFacts | undefined; onDidChange: typeof changed.event } = {
      details: undefined,
      onDidChange: changed.event,
    };
    const change = (mergeRequests: readonly MergeRequestKey[]): void => {
      watch.details = { ...NO_BRANCH_FACTS, branch, mergeRequests, problem: undefined };
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

  it('returns a branch without merge requests, when that is known and it is not the default branch', () => {
    const changed = new Emitter<BranchFacts | undefined>();
    const facts = (name: string | undefined, rest: Partial<BranchFacts> = {}): BranchFacts => ({
      ...{ ...NO_BRANCH_FACTS, problem: undefined },
      branch: { ...branch, head: { name, sha: undefined }, mainBranch: 'main' },
      ...rest,
    });
    const watch = { details: undefined as BranchFacts | undefined, onDidChange: changed.event };
    const list = new CheckedOutMergeRequests(watch);
    let times = 0;
    list.onDidChange(() => times++);
    const shown = (details: BranchFacts | undefined): string | undefined => {
      watch.details = details;
      changed.fire(details);
      return list.withoutMergeRequest()?.name;
    };
    assert.equal(shown(facts('feature/x')), 'feature/x');
    assert.equal(times, 1);
    assert.equal(shown(facts('main')), undefined);
    assert.equal(shown(facts(undefined)), undefined);
    assert.equal(shown(facts('feature/x', { mergeRequests: [{ ...project, iid: 7 }] })), undefined);
    assert.equal(shown(facts('feature/x', { problem: new Error('offline') })), undefined);
    const unknown = facts('feature/x');
    assert.equal(shown({ ...unknown, branch: { ...unknown.branch, mainBranch: undefined } }), undefined);
    assert.equal(shown(undefined), undefined);
  });
});

describe('BranchHeads', () => {
  const main = { name: 'main', sha: undefined };
  const other = { name: 'other', sha: undefined };

  it('returns the heads of the workspace, with the merge request of the watched branch', () => {
    const heads = new BranchHeads({ headsOf: () => [main, other] });
    assert.deepEqual(heads.headsOf(project), [main, other]);
    heads.followed = { project, head: { ...main, mergedResultsOf: 7 } };
    assert.deepEqual(heads.headsOf(project), [{ ...main, mergedResultsOf: 7 }, other]);
    assert.deepEqual(heads.headsOf({ ...project, project: 2 }), [main, other]);
  });
});
