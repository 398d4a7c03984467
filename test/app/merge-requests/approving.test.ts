import assert from 'node:assert/strict';
import { approveMergeRequest, unapproveMergeRequest } from '../../../src/api/endpoints/approvals';
import { isApiError } from '../../../src/api/errors';
import { MergeRequestActions } from '../../../src/app/merge-requests/actions';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { systemClock } from '../../../src/base/clock';
import {
  MergeRequestActionFailedError,
  MergeRequestRefusedError,
} from '../../../src/domain/merge-requests/action-errors';
import { clientOf } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { actingOn, whyNot } from '../../builders/acting';
import { GIFT_CARDS, TYPOS, withMergeRequests } from './helpers/acting';

describe('approvals', () => {
  const world = withMergeRequests();
  const { expected } = world;

  it('treat an existing or missing approval as done', async () => {
    const { actions, key, store, client } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    await store.get(at);
    await client.call(approveMergeRequest, { id: 1, merge_request_iid: GIFT_CARDS });
    assert.equal(await actions.run('approve', at), 'already');
    await client.call(unapproveMergeRequest, { id: 1, merge_request_iid: GIFT_CARDS });
    assert.equal(await actions.run('unapprove', at), 'done');
    assert.equal((await store.refreshPart(at, 'approvals'))?.user_has_approved, false);
  });

  it('report that the server requires the password', async () => {
    const server = await startServer(({ method, url }, response) => {
      if (method === 'POST') sendJson(response, { message: '401 Unauthorized' }, 401);
      else if (url.endsWith('/approvals'))
        sendJson(response, { approved: false, user_can_approve: true, require_password_to_approve: true });
      else
        sendJson(response, {
          ...{ id: 1, iid: 12, project_id: 1, title: 'x', state: 'opened', target_branch: 'main' },
          ...{ detailed_merge_status: 'mergeable', sha: 'a'.repeat(40) },
        });
    });
    const { client } = clientOf(server.url);
    const store = new MergeRequests(() => client);
    const actions = new MergeRequestActions(() => client, store, systemClock);
    const why = await whyNot(actions.run('approve', { base: server.url, project: 1, iid: 12 }));
    assert.equal(why, 'Approving !12 requires re-authentication. Approve it in the browser.');
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1);
    const again = await expected(
      actions.run('approve', { base: server.url, project: 1, iid: 12 }),
      MergeRequestRefusedError,
    );
    assert.equal(again.reason, 'needs-password');
    assert.equal(
      server.requests.filter(({ method }) => method === 'POST').length,
      1,
      'what is known is not tried again',
    );
  });

  it('approve the given commit, and revoke the approval', async () => {
    const { actions, key, store } = actingOn(world.sandbox, 'owner');
    const at = key(TYPOS);
    await store.part(at, 'approvals');
    await actions.run('approve', at);
    assert.equal((await store.refreshPart(at, 'approvals'))?.user_has_approved, true);
    await actions.run('unapprove', at);
    assert.equal((await store.refreshPart(at, 'approvals'))?.user_has_approved, false);
    const failed = await expected(actions.run('approve', at, 'f'.repeat(40)), MergeRequestActionFailedError);
    assert.ok(isApiError(failed.cause, 'conflict'));
  });

  it('report the approved commit', async () => {
    const { actions, key, store } = actingOn(world.sandbox, 'owner');
    const at = key(TYPOS);
    const { sha } = await store.get(at);
    const acted = new Promise((resolve) => {
      actions.onDidAct(({ action, approved }) => {
        resolve([action, approved]);
      });
    });
    await actions.run('approve', at);
    assert.ok(sha);
    assert.deepEqual(await acted, ['approve', sha]);
    await actions.run('unapprove', at);
  });

  it('update the state of the reviewer', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    const mine = (parts: typeof store) =>
      parts.peekPart(at, 'reviewers')?.items.find(({ user }) => user.username === 'marek')?.state;
    await store.part(at, 'reviewers');
    assert.equal(mine(store), 'unreviewed');
    const becomes = (state: string) =>
      new Promise<void>((resolve) => {
        const subscription = store.onDidChange(() => {
          if (mine(store) !== state) return;
          subscription.dispose();
          resolve();
        });
      });
    const approved = becomes('approved');
    await actions.run('approve', at);
    await approved;
    const unapproved = becomes('unapproved');
    await actions.run('unapprove', at);
    await unapproved;
  });
});
