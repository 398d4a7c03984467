import assert from 'node:assert/strict';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { MergedRequests } from '../../../src/app/merge-requests/merged-requests';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import type { MergeRequest } from '../../../src/schemas/merge-request';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';

describe('MergedRequests', () => {
  afterEach(closeAll);

  /** Starts a server with one merge request, and returns the recorded notifications. */
  async function having() {
    const world = { state: 'opened', merge_when_pipeline_succeeds: false, doing: undefined as unknown };
    const wire = () => ({
      ...{ id: 1_007, iid: 7, project_id: 1, title: 'Seven', state: world.state },
      merge_when_pipeline_succeeds: world.merge_when_pipeline_succeeds,
    });
    const server = await startServer(({ url }, response) => {
      const isList = !/merge_requests\/7/.test(url);
      if (isList) sendJson(response, world.state === 'opened' ? [wire()] : []);
      else sendJson(response, wire());
    });
    const { client } = clientOf(server.url);
    const store = new MergeRequests(() => client);
    const acted = new Emitter<{ readonly key: MergeRequestKey; readonly after: MergeRequest }>();
    const branch = new Emitter<{ base: string; mergeRequest: MergeRequest | undefined } | undefined>();
    const reported: MergeRequestKey[] = [];
    const reportEmitter = new Emitter<void>();
    const merged = new MergedRequests({
      store,
      actions: { doing: () => world.doing, onDidAct: acted.event },
      branch: branch.event,
      merged: (key) => {
        reported.push(key);
        reportEmitter.fire();
      },
    });
    const key: MergeRequestKey = { base: server.url, project: 1, iid: 7 };
    const list = {
      place: { kind: 'project', base: server.url, project: 1 },
      filters: { state: 'opened' },
    } as const;
    return { world, store, acted, branch, reported, heard: reportEmitter, merged, key, list };
  }

  it('reports once that a merge request was merged', async () => {
    const { world, store, reported, key } = await having();
    await store.refresh(key);
    assert.deepEqual(reported, []);
    world.state = 'merged';
    await store.refresh(key);
    await store.refresh(key);
    assert.deepEqual(reported, [key]);
  });

  it("doesn't report a merge request that was already merged", async () => {
    const { world, store, reported, key } = await having();
    world.state = 'merged';
    await store.refresh(key);
    assert.deepEqual(reported, []);
  });

  it("doesn't report a merge by a command", async () => {
    const { world, store, reported, key } = await having();
    await store.refresh(key);
    world.doing = 'merge';
    world.state = 'merged';
    await store.refresh(key);
    assert.deepEqual(reported, []);
  });

  it('reports a merged merge request of the current branch, even if it was already merged', async () => {
    const { world, store, branch, reported, key } = await having();
    world.state = 'merged';
    const mergeRequest = await store.refresh(key);
    branch.fire({ base: key.base, mergeRequest });
    branch.fire({ base: key.base, mergeRequest });
    assert.deepEqual(reported, [key]);
  });

  it('reports an auto-merge when the merge request is removed from a list', async () => {
    const { world, store, acted, reported, heard: reportEmitter, key, list } = await having();
    await store.list(list);
    world.merge_when_pipeline_succeeds = true;
    acted.fire({ key, after: await store.refresh(key) });
    world.state = 'merged';
    const found = new Promise<void>((resolve) => reportEmitter.event(resolve));
    await store.refreshList(list);
    await found;
    assert.deepEqual(reported, [key]);
  });
});
