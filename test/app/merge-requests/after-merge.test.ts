import assert from 'node:assert/strict';
import { createBranch, getBranch } from '../../../src/api/endpoints/branches';
import { getCommit, listCommitDiff } from '../../../src/api/endpoints/repository';
import { isApiError } from '../../../src/api/errors';
import type { PickStep } from '../../../src/app/merge-requests/after-merge/commit-picks';
import { SourceBranches } from '../../../src/app/merge-requests/after-merge/source-branches';
import {
  MergeRequestActionFailedError,
  MergeRequestRefusedError,
} from '../../../src/domain/merge-requests/action-errors';
import { actingOn, whyNot } from '../../builders/acting';
import { CURRENCY, PAYMENTS, withMergeRequests } from './helpers/acting';

describe('merged merge requests', () => {
  const world = withMergeRequests();
  const { expected } = world;

  /** Merges a merge request without deleting its branch. */
  const merged = async (role: Parameters<typeof actingOn>[1] = 'maintainer') => {
    const acting = actingOn(world.sandbox, role);
    const at = acting.key(CURRENCY, PAYMENTS);
    const { sha } = await acting.tested(at);
    await acting.actions.merge(at, { sha: sha ?? '', removeSourceBranch: false });
    const request = await acting.store.refresh(at);
    const steps: PickStep[] = [];
    const branches = new SourceBranches(() => acting.client);
    return { ...acting, at, request, branches, steps, onStep: (step: PickStep) => steps.push(step) };
  };
  const writes = (): readonly string[] =>
    world.sandbox
      .requests()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/projects\/\d+\//, '')}`)
      .slice(1);

  it('are reverted on a new branch with a merge request', async () => {
    const { actions, at, client, request, onStep, steps } = await merged();
    const made = await actions.pick('revert', at, { branch: 'main', way: 'merge-request' }, onStep);
    const commit = request.merge_commit_sha ?? '';
    const branch = `revert-${commit.slice(0, 8)}`;
    assert.deepEqual(
      [made?.title, made?.source_branch, made?.target_branch, made?.description],
      [`Revert "${request.title}"`, branch, 'main', `This reverts merge request !${CURRENCY}`],
    );
    assert.deepEqual(steps, [
      { made: 'branch', branch },
      { made: 'commit', branch },
    ]);
    const head = await client.call(getCommit, { id: PAYMENTS, sha: made?.sha ?? '' });
    assert.deepEqual(
      [head.title, head.parent_ids],
      [`Revert "${(await client.call(getCommit, { id: PAYMENTS, sha: commit })).title}"`, [commit]],
    );
    const changes = async (sha: string) =>
      (await client.page(listCommitDiff, { id: PAYMENTS, sha })).items.map((file) => file.new_path).sort();
    assert.deepEqual(await changes(head.id), await changes(commit));
  });

  it('are reverted in the target branch itself', async () => {
    const { actions, at, client, request, onStep, steps } = await merged();
    assert.equal(await actions.pick('revert', at, { branch: 'main', way: 'commit' }, onStep), undefined);
    const { commit } = await client.call(getBranch, { id: PAYMENTS, branch: 'main' });
    assert.equal(commit?.title?.startsWith('Revert "Merge branch'), true);
    assert.deepEqual(steps, []);
    assert.deepEqual(writes(), [`POST repository/commits/${request.merge_commit_sha}/revert`]);
  });

  it('leave nothing on the server if the changes are already in the branch', async () => {
    const { actions, at, client, onStep, request } = await merged();
    const picking = actions.pick('cherryPick', at, { branch: 'main', way: 'merge-request' }, onStep);
    assert.match(await whyNot(picking), /^The branch already contains the changes of !\d+, or they conflict/);
    const branch = `cherry-pick-${request.merge_commit_sha?.slice(0, 8)}`;
    const missing = await client.call(getBranch, { id: PAYMENTS, branch }).catch((error: unknown) => error);
    assert.ok(isApiError(missing, 'not-found'));
  });

  it('are cherry-picked into another branch, with another name if the branch exists', async () => {
    const { actions, at, client, onStep, request } = await merged();
    const name = `cherry-pick-${request.merge_commit_sha?.slice(0, 8)}`;
    const old = (await client.call(getCommit, { id: PAYMENTS, sha: request.merge_commit_sha ?? '' }))
      .parent_ids[0];
    for (const branch of ['stable', name])
      await client.call(createBranch, { id: PAYMENTS, branch, ref: old ?? '' });
    const made = await actions.pick('cherryPick', at, { branch: 'stable', way: 'merge-request' }, onStep);
    assert.deepEqual([made?.source_branch, made?.target_branch], [`${name}-2`, 'stable']);
  });

  it("aren't picked again if the response is lost, and the branch isn't deleted", async () => {
    const { actions, at, onStep } = await merged();
    world.sandbox.faults.add({ kind: 'reset', method: 'POST', path: '**/revert' });
    const error = await expected(
      actions.pick('revert', at, { branch: 'main', way: 'merge-request' }, onStep),
      MergeRequestActionFailedError,
    );
    assert.ok(isApiError(error.cause) && error.cause.outcomeUnknown);
    assert.deepEqual(
      writes().map((write) => write.replace(/[\da-f]{40}/, 'SHA')),
      ['POST repository/branches', 'POST repository/commits/SHA/revert'],
    );
  });

  it('are refused without a request if they are open', async () => {
    const { actions, key } = actingOn(world.sandbox);
    const error = await expected(
      actions.pick('revert', key(CURRENCY, PAYMENTS), { branch: 'main', way: 'commit' }, () => undefined),
      MergeRequestRefusedError,
    );
    assert.equal(error.reason, 'not-merged');
  });

  it('show whether the source branch exists, until it is deleted', async () => {
    const { actions, at, branches, request } = await merged();
    assert.equal(branches.peek(at, request), undefined);
    const branch = await branches.refresh(at, request);
    assert.deepEqual(
      { ...branch, project: undefined },
      {
        ...{ state: 'exists', name: request.source_branch, project: undefined },
        ...{ canDelete: true, hasOtherCommits: false },
      },
    );
    assert.ok(branch.state === 'exists');
    await actions.deleteSourceBranch(at, branch);
    branches.deleted(at, request);
    assert.deepEqual(branches.peek(at, request), { state: 'deleted' });
    assert.deepEqual(await branches.refresh(at, request), { state: 'deleted' });
    assert.match(await whyNot(actions.deleteSourceBranch(at, branch)), /no longer exists/);
  });

  it("don't offer to delete a branch to which the user can't push", async () => {
    const { at, request } = await merged();
    const { client } = actingOn(world.sandbox, 'reporter');
    const branch = await new SourceBranches(() => client).refresh(at, request);
    assert.ok(branch.state === 'exists' && !branch.canDelete);
  });
});
