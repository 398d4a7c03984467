import assert from 'node:assert/strict';
import { MergeRequestActions } from '../../../src/app/merge-requests/actions';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { systemClock } from '../../../src/base/clock';
import { MergeRequestActionFailedError } from '../../../src/domain/merge-requests/action-errors';
import { KNOWN_MERGE_STATUSES, mergeStatusFacts } from '../../../src/domain/merge-requests/merge-status';
import { mergeRequest } from '../../api/helpers/builders';
import { clientOf } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { actingOn, whyNot, writesTo } from '../../builders/acting';
import { CLOSED, CURRENCY, PAYMENTS, TYPOS, withMergeRequests } from './helpers/acting';

const SHA = 'a'.repeat(40);

type Person = ReturnType<typeof actingOn>;

describe('errors of actions that the server refuses', () => {
  const world = withMergeRequests();
  const other = (): Person => actingOn(world.sandbox, 'owner');

  /** Actions of another user after the merge request was read, with the reason of the refusal. */
  const CHANGES: Readonly<Record<string, readonly [(at: MergeRequestKey) => Promise<unknown>, string]>> = {
    closed: [(at) => other().actions.run('close', at), "!4 isn't open."],
    'marked as a draft': [
      (at) => other().actions.run('markDraft', at),
      '!4 is a draft. Mark it as ready first.',
    ],
    merged: [
      async (at) => {
        const { sha } = await other().tested(at);
        await other().actions.merge(at, { sha: sha ?? '' });
      },
      '!4 is already merged.',
    ],
  };
  for (const [what, [change, why]] of Object.entries(CHANGES))
    it(`contain only the fact that the merge request was ${what} in the meantime`, async () => {
      const { actions, key, tested } = actingOn(world.sandbox);
      const at = key(CURRENCY, PAYMENTS);
      const { sha } = await tested(at);
      await change(at);
      const before = writesTo(world.sandbox).length;
      assert.equal(await whyNot(actions.merge(at, { sha: sha ?? '' })), why);
      assert.deepEqual(
        writesTo(world.sandbox)
          .slice(before)
          .map((name) => name.split(' ', 1)[0]),
        ['PUT'],
      );
    });

  it('contain the merge check that failed, for each status that blocks a merge', async () => {
    const blocking = KNOWN_MERGE_STATUSES.filter(
      (status) => mergeStatusFacts(status)?.readiness === 'blocked',
    );
    assert.ok(blocking.length > 5);
    for (const status of blocking) {
      let isRefused = false;
      const server = await startServer(({ method }, response) => {
        if (method === 'PUT') {
          isRefused = true;
          sendJson(response, { message: '405 Method Not Allowed' }, 405);
        } else {
          const detailed_merge_status = isRefused ? status : 'mergeable';
          sendJson(response, mergeRequest(12, { detailed_merge_status, sha: SHA }));
        }
      });
      const { client } = clientOf(server.url);
      const actions = new MergeRequestActions(() => client, new MergeRequests(() => client), systemClock);
      const why = await whyNot(actions.merge({ base: server.url, project: 1, iid: 12 }, { sha: SHA }));
      assert.match(why, /^(?:Merge blocked: |.*!12 )/, `${status}: ${why}`);
      assert.doesNotMatch(why, /\b405\b/, status);
      assert.equal(server.requests.filter(({ method }) => method === 'PUT').length, 1);
    }
  });

  it('contain the reason for other actions', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(CLOSED);
    await store.refresh(at);
    await other().actions.run('reopen', at);
    world.sandbox.faults.add({ kind: 'status', method: 'PUT', path: '**', status: 422, next: 1 });
    assert.equal(await whyNot(actions.run('reopen', at)), "!5 isn't closed.");
  });

  it("contain no reason that doesn't apply to the merge request, and none if it can't be read", async () => {
    const { actions, key, tested } = actingOn(world.sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    const refusal = { kind: 'status', method: 'PUT', path: '**/merge', status: 405, next: 1 };
    const sentence = 'The server refused to merge !4 (405). Refresh to see what blocks it.';
    world.sandbox.faults.add(refusal);
    assert.equal(await whyNot(actions.merge(at, { sha: sha ?? '' })), sentence);
    world.sandbox.faults.add(refusal);
    world.sandbox.faults.add({ kind: 'status', method: 'GET', path: '**/merge_requests/4', status: 403 });
    assert.equal(await whyNot(actions.merge(at, { sha: sha ?? '' })), sentence);
  });

  it("don't mention the state of the merge request after other errors", async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    await store.refresh(at);
    world.sandbox.faults.add({ kind: 'status', method: 'PUT', path: '**', status: 400, next: 1 });
    await world.expected(actions.run('close', at), MergeRequestActionFailedError);
  });
});
