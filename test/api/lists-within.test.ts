import assert from 'node:assert/strict';
import { listDiscussions } from '../../src/api/endpoints/discussions';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { getMergeRequest } from '../../src/api/endpoints/merge-requests';
import { job } from './helpers/builders';
import { clientOf, closeAll } from './helpers/client';
import { sendJson, startServer } from './helpers/loopback';

describe('lists in responses', () => {
  afterEach(closeAll);

  const answering = async (value: unknown) =>
    clientOf((await startServer((_, response) => sendJson(response, value))).url).client;

  it('drops only malformed artifacts and tags', async () => {
    const junit = { file_type: 'junit', size: 12, filename: 'junit.xml' };
    const artifacts = [{ file_type: 7 }, junit, null, 'trace'];
    const client = await answering([{ ...job(1), artifacts, tag_list: ['linux', 3, 'amd64'] }, job(2)]);
    const { items, problems } = await client.page(listProjectJobs, { id: 1 });
    assert.deepEqual(
      items.map(({ id }) => id),
      [1, 2],
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(items[0]?.artifacts, [junit]);
    assert.deepEqual(items[0].tag_list, ['linux', 'amd64']);
  });

  it("treats a value that isn't a list as missing", async () => {
    const client = await answering([{ ...job(1), artifacts: 'none', tag_list: null }]);
    const [one] = (await client.page(listProjectJobs, { id: 1 })).items;
    assert.deepEqual([one?.artifacts, one?.tag_list], [undefined, null]);
  });

  it('drops only malformed users and labels of a merge request', async () => {
    const olivia = { id: 2, username: 'olivia', name: 'Olivia Okafor' };
    const client = await answering({
      ...{ id: 1, iid: 12, project_id: 1, title: 'x', state: 'opened', target_branch: 'main' },
      ...{ reviewers: [olivia, { id: {} }], labels: ['bug', 4] },
    });
    const { reviewers, labels } = await client.call(getMergeRequest, { id: 1, merge_request_iid: 12 });
    assert.deepEqual(
      reviewers?.map(({ username }) => username),
      ['olivia'],
    );
    assert.deepEqual(labels, ['bug']);
  });

  it('drops only malformed notes of a thread', async () => {
    const client = await answering([{ id: 'a', notes: [{ id: 1, body: 'Why?' }, { id: 'two' }] }]);
    const { items } = await client.page(listDiscussions, { id: 1, merge_request_iid: 12 });
    assert.deepEqual(
      items[0]?.notes.map(({ body }) => body),
      ['Why?'],
    );
  });
});
