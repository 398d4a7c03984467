import assert from 'node:assert/strict';
import { getDefaultMessages } from '../../src/api/queries/default-messages';
import { MergeRequests } from '../../src/app/merge-requests/merge-requests';
import { DefaultMessages } from '../../src/app/merge-requests/messages/default-messages';
import { stage } from './stage';

describe('default merge messages', () => {
  const world = stage('each');

  it('are returned by the server', async () => {
    const args = { fullPath: 'acme/storefront', iid: '12' };
    const { project } = await world.client().query(getDefaultMessages, args);
    assert.match(
      project?.mergeRequest?.defaultMergeCommitMessage ?? '',
      /^Merge branch 'feature\/gift-cards'/,
    );
    const store = new MergeRequests(() => world.client());
    const key = { base: 'https://host.example', project: 1, iid: 12 };
    const texts = await new DefaultMessages(() => world.client(), store).of(key);
    assert.equal(texts.merge, project?.mergeRequest?.defaultMergeCommitMessage);
    assert.equal(texts.squash, project?.mergeRequest?.defaultSquashCommitMessage);
    store.dispose();
  });

  it("are the documented ones if the server doesn't return them", async () => {
    const client = { ...world.client(), query: () => Promise.resolve({ project: null }) };
    const store = new MergeRequests(() => world.client());
    const key = { base: 'https://host.example', project: 1, iid: 12 };
    const own = await new DefaultMessages(() => world.client(), store).of(key);
    const documented = await new DefaultMessages(() => client as never, store).of(key);
    assert.deepEqual(documented, own, 'the sandbox has no templates of its own');
    store.dispose();
  });

  it("are expanded from the project's templates if the server doesn't return them", async () => {
    const template = [
      '%{title} (%{local_reference})',
      '%{first_multiline_commit}',
      '%{issues}',
      '%{all_commits}',
      '%{reviewed_by}',
      'From %{source_branch} to %{target_branch}, %{unknown}: %{url}',
      '%{co_authored_by}',
      'By %{merged_by}',
    ].join('\n\n');
    world.sandbox.changeMergeSettings({
      project_id: 1,
      merge_commit_template: template,
      squash_commit_template: template.replace('By', 'Squashed by'),
    });
    const client = { ...world.client(), query: () => Promise.resolve({ project: null }) };
    // This merge request has no reviews; the REST API doesn't return the email of other users.
    const key = { base: 'https://host.example', project: 1, iid: 17 };
    const texts = async (of: never) => {
      const store = new MergeRequests(() => world.client());
      const read = await new DefaultMessages(() => of, store).of(key);
      store.dispose();
      return read;
    };
    const expanded = await texts(client as never);
    assert.deepEqual(expanded, await texts(world.client() as never));
    assert.match(expanded.merge, /%\{unknown\}/);
    assert.match(expanded.squash, /Squashed by /);
  });
});
