import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { withGitFolder } from './helpers/git';
import { MergeRequests } from './helpers/merge-requests';
import { withSandbox } from './helpers/sandbox';

describe('push', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);
  const { git, inFolder } = withGitFolder('Dana');
  const clone = async (project: string, branch: string): Promise<void> => {
    const url = new URL(`${world().sandbox.url}/${project}.git`);
    [url.username, url.password] = ['dana', world().sandbox.tokens.developer];
    await git('clone', '--quiet', '--branch', branch, url.href, '.');
  };
  const commit = async (file: string, text: string, ...more: string[]): Promise<string> => {
    await writeFile(inFolder(file), text);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Write ${file}`, ...more);
    return git('rev-parse', 'HEAD');
  };

  it('adds a version and a pipeline to the merge request of its branch', async () => {
    await clone('acme/storefront', 'feature/gift-cards');
    const sha = await commit('docs/new.md', '# New\n');
    await git('push', '--quiet');
    const request = await requests.one(12);
    assert.deepEqual([request.sha, request.diff_refs?.head_sha, request.changes_count], [sha, sha, '4']);
    assert.equal(request.head_pipeline?.sha, sha);
    assert.equal(request.detailed_merge_status, 'checking');
    world().sandbox.advance(1_500);
    assert.equal((await requests.one(12)).detailed_merge_status, 'ci_still_running');
    const [newest, before] = await requests.get('12/versions');
    assert.equal(newest?.['head_commit_sha'], sha);
    assert.notEqual(newest['patch_id_sha'], before?.['patch_id_sha']);
  });

  it('replaces the head if forced, with the same patch ID for the same change', async () => {
    await clone('acme/storefront', 'feature/gift-cards');
    await git('commit', '--quiet', '--amend', '--message', 'Say it better');
    await assert.rejects(git('push', '--quiet'), /non-fast-forward|fetch first|rejected/);
    await git('push', '--quiet', '--force');
    const [newest, before, ...older] = await requests.get('12/versions');
    assert.equal(older.length, 2);
    assert.notEqual(newest?.['head_commit_sha'], before?.['head_commit_sha']);
    assert.equal(newest?.['patch_id_sha'], before?.['patch_id_sha']);
  });

  it('cancels auto-merge for the old head', async () => {
    await requests.post('/12/pipelines');
    await requests.put('12/merge', { merge_when_pipeline_succeeds: true });
    await clone('acme/storefront', 'feature/gift-cards');
    await commit('docs/new.md', '# New\n');
    await git('push', '--quiet');
    assert.equal((await requests.one(12)).merge_when_pipeline_succeeds, false);
  });

  it('can cause a conflict, so that merging returns 422', async () => {
    await clone('acme/payments', 'fix/currency');
    await git('checkout', '--quiet', '-b', 'fix/other', 'origin/main');
    await commit('src/currency.ts', "export type Currency = 'EUR' | 'GBP' | 'USD';\n");
    await git('push', '--quiet', 'origin', 'fix/other');
    const opened = await requests.read(
      await requests.post(
        '',
        { source_branch: 'fix/currency', target_branch: 'fix/other', title: 'PAY-1' },
        'developer',
        2,
      ),
      201,
    );
    world().sandbox.advance(3_000);
    const tested = await requests.tested(opened.iid, 2);
    assert.deepEqual([tested.has_conflicts, tested.detailed_merge_status], [true, 'broken_status']);
    const refused = await requests.put(`${opened.iid}/merge`, { sha: 'wrong' }, 'developer', 2);
    assert.equal(refused.status, 422);
    assert.deepEqual(await refused.json(), { message: 'Branch cannot be merged' });
  });

  it('merges the merge request if its commits are pushed to the target branch', async () => {
    await clone('acme/payments', 'fix/currency');
    const url = new URL(`${world().sandbox.url}/acme/payments.git`);
    [url.username, url.password] = ['marek', world().sandbox.tokens.maintainer];
    await git('push', '--quiet', url.href, 'HEAD:main');
    const merged = await requests.one(4, '', 2);
    assert.deepEqual([merged.state, merged.merge_user?.username], ['merged', 'marek']);
  });

  it('updates the merge request of a fork', async () => {
    await clone('dana/storefront', 'docs/teapots');
    const sha = await commit('docs/more.md', '# More\n');
    await git('push', '--quiet');
    const request = await requests.one(23);
    assert.equal(request.diff_refs?.head_sha, sha);
    assert.equal((await requests.get('23/commits')).length, 2);
    const [job] = await world().jobsOf(request.head_pipeline?.id ?? 0);
    assert.equal(job?.commit?.title, 'Write docs/more.md');
  });
});
