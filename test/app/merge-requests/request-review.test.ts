import assert from 'node:assert/strict';
import { isOutcomeUnknown } from '../../../src/api/errors';
import { MergeRequestActions } from '../../../src/app/merge-requests/actions';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { systemClock } from '../../../src/base/clock';
import { MergeRequestActionFailedError } from '../../../src/domain/merge-requests/action-errors';
import { clientOf } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { actingOn, whyNot } from '../../builders/acting';
import { GIFT_CARDS, withMergeRequests } from './helpers/acting';

describe('requesting another review', () => {
  const world = withMergeRequests();
  const { expected } = world;

  it('updates the reviewers and approvals, and returns the new state', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    const states = () => store.peekPart(at, 'reviewers')?.items.map(({ state }) => state);
    await store.part(at, 'approvals');
    await actions.run('approve', at);
    await store.refreshPart(at, 'reviewers');
    assert.deepEqual(states(), ['approved']);
    const acted = new Promise<void>((resolve) => {
      actions.onDidAct(({ action }) => {
        if (action === 'edit') resolve();
      });
    });
    assert.equal(await actions.requestReview(at, 'marek'), 'unreviewed');
    assert.deepEqual(states(), ['unreviewed']);
    await acted;
    const approvals = await store.refreshPart(at, 'approvals');
    assert.ok(!approvals?.approved_by?.some(({ user }) => user.username === 'marek'));
  });

  it('sends one request, also if the response is lost', async () => {
    const { actions, key } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    const posts = () => world.sandbox.requests().filter(({ method }) => method === 'POST').length;
    const before = posts();
    world.sandbox.faults.add([{ kind: 'reset', method: 'POST', path: '**/notes', next: 1 }]);
    const failed = await expected(actions.requestReview(at, 'marek'), MergeRequestActionFailedError);
    assert.ok(isOutcomeUnknown(failed.cause));
    assert.equal(posts() - before, 1);
  });

  it('explains that an old server has added the text as a comment', async () => {
    const server = await startServer(({ method }, response) => {
      if (method === 'POST') sendJson(response, { id: 9, body: '/request_review @dana' }, 201);
      else sendJson(response, { id: 1, iid: 12, project_id: 1, title: 'x', state: 'opened' });
    });
    const { client } = clientOf(server.url);
    const actions = new MergeRequestActions(() => client, new MergeRequests(() => client), systemClock);
    const key = { base: server.url, project: 1, iid: 12 };
    assert.equal(
      await whyNot(actions.requestReview(key, 'dana')),
      'The server added the comment "/request_review @dana" instead. You can delete it.',
    );
  });
});
