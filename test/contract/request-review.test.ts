import assert from 'node:assert/strict';
import { approveMergeRequest, getApprovals } from '../../src/api/endpoints/approvals';
import {
  createDraftNote,
  createNote,
  listDiscussions,
  listDraftNotes,
} from '../../src/api/endpoints/discussions';
import { listReviewers } from '../../src/api/endpoints/merge-requests';
import { listTodos } from '../../src/api/endpoints/todos';
import { ends, stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };

describe('reviews with quick actions', () => {
  const world = stage('each');
  const write = (body: string, who: Who = 'developer') =>
    world.client(who).call(createNote, { ...request, body });
  const states = async () =>
    (await world.client().page(listReviewers, request)).items.map(
      ({ user, state }) => `${user.username} ${state}`,
    );
  const texts = async () =>
    (await world.client().page(listDiscussions, { ...request, per_page: 100 })).items.flatMap(({ notes }) =>
      notes.map(({ body }) => body),
    );

  it('resets the state, removes the approval, and adds a to-do item, but no comment', async () => {
    await world.client('maintainer').call(approveMergeRequest, request);
    assert.deepEqual(await states(), ['marek approved']);
    const todos = async () =>
      (await world.client('maintainer').page(listTodos, { per_page: 100 })).items.filter(
        ({ action_name: action, target }) => action === 'review_requested' && target?.iid === 12,
      ).length;
    const before = await todos();
    assert.equal(await write('/request_review @marek'), undefined);
    assert.deepEqual(await states(), ['marek unreviewed']);
    const { approved_by: approvals } = await world.client().call(getApprovals, request);
    assert.ok(!approvals?.some(({ user }) => user.username === 'marek'));
    assert.equal(await todos(), Math.max(before, 1));
    assert.ok((await texts()).at(-1)?.startsWith('requested review from @marek'));
  });

  it('adds reviewers, and keeps the rest of the text as a comment', async () => {
    const note = await write('Please have another look.\n\n/request_review @marek @olivia');
    assert.equal(note?.body, 'Please have another look.');
    assert.deepEqual(await states(), ['marek unreviewed', 'olivia unreviewed']);
  });

  it('ignores quick actions in code blocks', async () => {
    const body = '```\n/request_review @olivia\n```';
    assert.equal((await write(body))?.body, body);
    assert.deepEqual(await states(), ['marek unreviewed']);
  });

  it('requires the Developer role, or being the author', async () => {
    await ends(write('/request_review @olivia', 'reporter'), 'bad-request', 400);
    assert.deepEqual(await states(), ['marek unreviewed']);
  });

  it('submits the pending comments of the user, and sets the state of a reviewer', async () => {
    const reviewer = world.client('maintainer');
    await reviewer.call(createDraftNote, { ...request, note: 'Why five?' });
    await world.client('developer').call(createDraftNote, { ...request, note: 'Not yet.' });
    assert.equal(await write('/submit_review requested_changes', 'maintainer'), undefined);
    assert.deepEqual(await states(), ['marek requested_changes']);
    assert.deepEqual((await reviewer.page(listDraftNotes, request)).items, []);
    assert.deepEqual((await texts()).slice(-2), ['Why five?', 'requested changes']);
    assert.equal(await write('/submit_review reviewed', 'maintainer'), undefined);
    assert.deepEqual(await states(), ['marek reviewed']);
  });

  it("submits only the pending comments if no state is given or the user isn't a reviewer", async () => {
    await write('/submit_review', 'maintainer');
    assert.deepEqual(await states(), ['marek unreviewed']);
    await world.client('reporter').call(createDraftNote, { ...request, note: 'Why not ten?' });
    assert.equal(await write('/submit_review requested_changes', 'reporter'), undefined);
    assert.deepEqual(await states(), ['marek unreviewed']);
    assert.ok((await texts()).includes('Why not ten?'));
  });
});
