import assert from 'node:assert/strict';
import { latestPipelineOfBranch, nextStep } from '../../../src/domain/branch/pipeline';
import { JOB_STATUSES } from '../../../src/schemas/job';

const HEAD = { name: 'feature/cart', sha: 'aaa' };
const newest = (...pipelines: { id: number; ref: string | null; sha: string }[]) =>
  latestPipelineOfBranch(pipelines, HEAD)?.id;

describe('pipeline of a branch', () => {
  it('is the latest pipeline of the branch, regardless of its commit', () => {
    const [one, two] = [
      { id: 1, ref: 'feature/cart', sha: 'aaa' },
      { id: 2, ref: 'feature/cart', sha: 'old' },
    ];
    assert.equal(newest(one, two), 2);
    assert.equal(newest(two, one), 2);
  });

  it('can be a merge request pipeline of the checked-out commit', () => {
    const own = { id: 1, ref: 'feature/cart', sha: 'aaa' };
    assert.equal(newest(own, { id: 2, ref: 'refs/merge-requests/7/head', sha: 'aaa' }), 2);
    assert.equal(newest(own, { id: 2, ref: 'refs/merge-requests/7/head', sha: 'other' }), 1);
  });

  it('can be a merged results pipeline of the merge request, which runs for another commit', () => {
    const own = { id: 1, ref: 'feature/cart', sha: 'aaa' };
    for (const kind of ['merge', 'train', 'head']) {
      const merged = { id: 2, ref: `refs/merge-requests/7/${kind}`, sha: 'merged' };
      assert.equal(latestPipelineOfBranch([own, merged], { ...HEAD, mergeRequests: [7] })?.id, 2);
      assert.equal(latestPipelineOfBranch([own, merged], { ...HEAD, mergeRequests: [77] })?.id, 1);
    }
  });

  it('can be a pipeline of another ref for the same commit if the branch has no pipeline', () => {
    const tag = { id: 5, ref: 'v1.0', sha: 'aaa' };
    assert.equal(newest({ id: 1, ref: 'feature/cart', sha: 'old' }, tag), 1);
    assert.equal(newest({ id: 1, ref: 'main', sha: 'bbb' }, tag), 5);
    assert.equal(newest({ id: 1, ref: 'main', sha: 'bbb' }), undefined);
  });

  it('is found by commit if no branch is checked out', () => {
    const found = latestPipelineOfBranch([{ id: 3, ref: 'main', sha: 'aaa' }], {
      name: undefined,
      sha: 'aaa',
    });
    assert.equal(found?.id, 3);
    assert.equal(
      latestPipelineOfBranch([{ id: 3, ref: null, sha: '' }], { name: undefined, sha: undefined }),
      undefined,
    );
  });

  it('determines the next step for every status', () => {
    for (const status of JOB_STATUSES) assert.ok(nextStep({ status }));
    assert.equal(nextStep({ status: 'failed' }), 'open-failing-log');
    assert.equal(nextStep({ status: 'manual' }), 'play');
    assert.equal(nextStep({ status: 'running' }), 'show');
    assert.equal(nextStep({ status: 'invented' }), 'show');
    assert.equal(nextStep(undefined), 'run');
    assert.equal(nextStep({ status: 'success' }), 'show');
  });

  it('suggests opening the merge request if the pipeline requires no action', () => {
    const open = { state: 'opened' };
    assert.equal(nextStep({ status: 'success' }, open), 'open-merge-request');
    assert.equal(nextStep(undefined, open), 'open-merge-request');
    assert.equal(nextStep({ status: 'failed' }, open), 'open-failing-log');
    assert.equal(nextStep({ status: 'running' }, open), 'show');
    assert.equal(nextStep({ status: 'success' }, { state: 'merged' }), 'show');
  });
});
