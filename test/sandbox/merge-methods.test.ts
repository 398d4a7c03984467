import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { MergeSettingsChange } from '../../src/sandbox/world/merge-requests/merge-settings';
import { projectSchema } from '../../src/schemas/project';
import { MergeRequests } from './helpers/merge-requests';
import { withSandbox } from './helpers/sandbox';

const PAYMENTS = 2;
const CURRENCY = 4;

const commitSchema = z.looseObject({
  id: z.string(),
  parent_ids: z.array(z.string()),
  message: z.string(),
});

describe('merge methods', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);

  const set = (change: Omit<MergeSettingsChange, 'project_id'>): void => {
    assert.ok(world().sandbox.changeMergeSettings({ project_id: PAYMENTS, ...change }));
  };
  const put = (what: string, json: unknown = {}) =>
    requests.put(`${CURRENCY}/${what}`, json, 'maintainer', PAYMENTS);
  const now = () => requests.tested(CURRENCY, PAYMENTS);
  const commit = async (ref: string) => {
    const response = await world().ask(`/projects/${PAYMENTS}/repository/commits/${encodeURIComponent(ref)}`);
    return z.parse(commitSchema, await response.json());
  };
  const rebased = async () => {
    assert.equal((await put('rebase')).status, 202);
    world().sandbox.advance(60_000);
    return now();
  };
  /** Merges another merge request into the same branch. */
  const moveTarget = async (): Promise<void> => {
    set({ merge_method: 'merge' });
    const start = await commit('main');
    const body = { branch: 'aside', ref: 'fix/currency' };
    await world().post(`/projects/${PAYMENTS}/repository/branches`, { json: body });
    const made = await requests.read(
      await requests.post(
        '',
        { source_branch: 'aside', target_branch: 'main', title: 'Aside PAY-1' },
        'maintainer',
        PAYMENTS,
      ),
      201,
    );
    world().sandbox.advance(60_000);
    await requests.tested(made.iid, PAYMENTS);
    await requests.read(await requests.put(`${made.iid}/merge`, { squash: true }, 'maintainer', PAYMENTS));
    assert.notEqual((await commit('main')).id, start.id);
  };

  it('are settings of the project', async () => {
    set({ merge_method: 'ff', squash_option: 'always', merge_commit_template: 'X' });
    const read = async () =>
      z.parse(projectSchema, await (await world().ask(`/projects/${PAYMENTS}`)).json());
    const { merge_method: method, squash_option: squash, ...project } = await read();
    assert.deepEqual([method, squash, project.merge_commit_template], ['ff', 'always', 'X']);
    set({ merge_commit_template: null });
    assert.equal((await read()).merge_commit_template, null);
    assert.equal((await read()).merge_method, 'ff', 'the others stay');
    assert.ok(!world().sandbox.changeMergeSettings({ project_id: 999, merge_method: 'ff' }));
  });

  for (const method of ['rebase_merge', 'ff'] as const) {
    it(`${method} requires a branch that is up to date`, async () => {
      await moveTarget();
      assert.equal((await now()).detailed_merge_status, 'mergeable');
      set({ merge_method: method });
      assert.equal((await now()).detailed_merge_status, 'need_rebase');
      const main = await commit('main');
      assert.equal((await put('merge')).status, 405);
      assert.equal((await commit('main')).id, main.id);
      assert.equal((await rebased()).detailed_merge_status, 'mergeable');
      const merged = await requests.read(await put('merge'));
      const after = await commit('main');
      assert.ok(merged.sha);
      if (method === 'ff') {
        assert.deepEqual([after.id, merged.merge_commit_sha], [merged.sha, null]);
      } else {
        assert.deepEqual(after.parent_ids, [main.id, merged.sha]);
        assert.equal(merged.merge_commit_sha, after.id);
      }
    });
  }

  it('ff with squashing advances the target to the squashed commit', async () => {
    const main = await commit('main');
    set({ merge_method: 'ff', squash_option: 'always' });
    await rebased();
    const merged = await requests.read(await put('merge', { squash: false, squash_commit_message: 'All' }));
    const after = await commit('main');
    assert.deepEqual([after.id, after.parent_ids], [merged.squash_commit_sha, [main.id]]);
    assert.equal(after.message.trim(), 'All');
  });

  it("don't squash if the project never squashes", async () => {
    set({ squash_option: 'never' });
    assert.equal((await now()).squash_on_merge, false);
    const merged = await requests.read(await put('merge', { squash: true }));
    assert.equal(merged.squash_commit_sha, null);
  });

  it('use the templates of the project for messages', async () => {
    set({
      squash_option: 'always',
      merge_commit_template: '%{title} %{local_reference}\n\n%{issues}\n\n%{nothing} by %{merged_by}',
      squash_commit_template: '%{title}\n\n%{all_commits}\n\n%{co_authored_by}\n%{approved_by}',
    });
    const { title } = await now();
    const merged = await requests.read(await put('merge'));
    const [merge, squash] = [
      await commit(merged.merge_commit_sha ?? ''),
      await commit(merged.squash_commit_sha ?? ''),
    ];
    assert.match(
      merge.message,
      new RegExp(`^${title} !${CURRENCY}\\n\\n(Closes .*\\n\\n)?%\\{nothing\\} by Marek`),
    );
    assert.match(squash.message, new RegExp(`^${title}\\n\\n\\* \\S`));
    assert.doesNotMatch(squash.message, /%\{/);
  });

  it('use a merge train, in which merge requests are merged in order', async () => {
    set({ merge_trains_enabled: true });
    await requests.post(`/${CURRENCY}/pipelines`, {}, 'maintainer', PAYMENTS);
    world().sandbox.advance(20 * 60_000);
    assert.equal((await now()).head_pipeline?.status, 'success');
    const waiting = await requests.read(await put('merge', { auto_merge: true }));
    assert.deepEqual([waiting.state, waiting.merge_when_pipeline_succeeds], ['opened', true]);
    world().sandbox.advance(5_000);
    assert.equal((await now()).state, 'opened');
    world().sandbox.advance(60_000);
    assert.equal((await now()).state, 'merged');
  });
});
