import assert from 'node:assert/strict';
import { getDefaultMessages } from '../../src/api/queries/default-messages';
import { DefaultMessages } from '../../src/app/merge-requests/default-messages';
import { MergeRequests } from '../../src/app/merge-requests/merge-requests';
import { stage } from './stage';

describe('the default messages of a merge', () => {
  const world = stage('each');

  it('come from the server', async () => {
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

  it('are the documented ones for a server that does not return them', async () => {
    const client = { ...world.client(), query: () => Promise.resolve({ project: null }) };
    const store = new MergeRequests(() => world.client());
    const key = { base: 'https://host.example', project: 1, iid: 12 };
    const own = await new DefaultMessages(() => world.client(), store).of(key);
    const documented = await new DefaultMessages(() => client as never, store).of(key);
    assert.deepEqual(documented, own, 'the sandbox has no templates of its own');
    store.dispose();
  });
});
