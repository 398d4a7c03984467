import assert from 'node:assert/strict';
import { updateMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import type { MergeRequestQuery } from '../../../src/domain/merge-requests/query';
import { mergeRequest } from '../../api/helpers/builders';
import { clientOf } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { actingOn } from '../../builders/acting';
import { faultProxy } from '../../builders/fault-proxy';
import { TYPOS, withMergeRequests } from './helpers/acting';

describe('merge requests that are read during a write', () => {
  const world = withMergeRequests();
  const open = (base: string): MergeRequestQuery => ({
    place: { kind: 'project', base, project: 1 },
    filters: { state: 'opened' },
  });

  it('shows a list from after a write, even if it was being read before', async () => {
    const responders: (() => void)[] = [];
    let state = 'before';
    let arrived: (() => void) | undefined;
    const server = await startServer((request, response) => {
      if (request.method === 'PUT') {
        state = 'after';
        sendJson(response, mergeRequest(7, { title: state }));
        return;
      }
      const sentState = state;
      responders.push(() => {
        sendJson(response, [mergeRequest(7, { title: sentState })]);
      });
      arrived?.();
    });
    const waitForRequests = (count: number): Promise<void> =>
      new Promise((resolve) => {
        arrived = () => {
          if (responders.length >= count) resolve();
        };
        arrived();
      });
    const { client } = clientOf(server.url);
    const store = new MergeRequests(() => client);
    store.retainList(open(server.url));
    const reading = store.refreshList(open(server.url));
    await waitForRequests(1);
    await client.call(updateMergeRequest, { id: 1, merge_request_iid: 7, title: 'after' });
    const again = store.reloadLists({ base: server.url, project: 1, iid: 7 });
    await waitForRequests(2);
    responders[1]?.();
    await again;
    responders[0]?.();
    // The first read is from before the write, so it is repeated.
    await waitForRequests(3);
    assert.equal(store.peekList(open(server.url))?.items[0]?.title, 'after');
    responders[2]?.();
    await reading;
    assert.equal(store.peekList(open(server.url))?.items[0]?.title, 'after');
  });

  it('keep the state that the write returned, and report it', async () => {
    const server = await faultProxy(world.sandbox.url);
    const { store, actions, key } = actingOn(world.sandbox, 'maintainer', { url: server.url, policy: true });
    const at = key(TYPOS);
    await store.get(at);
    const states: (string | undefined)[] = [];
    store.onDidChange(() => states.push(store.peek(at)?.state));
    const slow = server.hold(/^GET .*\/merge_requests\/\d+$/);
    const refreshing = store.refresh(at);
    await slow.arrived;
    const acted = new Promise<string>((resolve) => {
      actions.onDidAct(({ after }) => {
        resolve(after.state);
      });
    });
    await actions.run('close', at);
    setImmediate(() => {
      slow.release();
    });
    await refreshing;
    assert.equal(await acted, 'closed');
    assert.deepEqual([store.peek(at)?.state, states.includes('opened')], ['closed', false]);
    await server.close();
  });
});
