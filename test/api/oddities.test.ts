import assert from 'node:assert/strict';
import { listDiffVersions } from '../../src/api/endpoints/diffs';
import { listDiscussions } from '../../src/api/endpoints/discussions';
import { getJob, listProjectJobs } from '../../src/api/endpoints/jobs';
import { cancelAutoMerge, createTodo } from '../../src/api/endpoints/merge-request-actions';
import { getMergeRequest } from '../../src/api/endpoints/merge-requests';
import { job, mergeRequest } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendJson, startServer } from './helpers/loopback';

const at = { id: 'acme/storefront', merge_request_iid: 4 };

const answering = async (body: unknown, status = 200) =>
  clientOf((await startServer((_, response) => sendJson(response, body, status))).url);

describe('server quirks', () => {
  afterEach(closeAll);

  it('reports a success response that contains an error as that error', async () => {
    const body = { status: 'error', message: "Can't cancel the automatic merge", http_status: 406 };
    const { client } = await answering(body, 201);
    const error = await errorOf(client.call(cancelAutoMerge, at), 'not-acceptable');
    assert.equal(error.status, 406);
    assert.equal(error.serverMessage, "Can't cancel the automatic merge");
  });

  it('accepts a success response with an explicit success status', async () => {
    const { client } = await answering({ status: 'success' }, 201);
    assert.equal((await client.call(cancelAutoMerge, at)).status, 'success');
  });

  for (const name of ['runner', 'runner_manager', 'commit', 'pipeline', 'user', 'artifacts', 'tag_list']) {
    it(`reads a job with a malformed ${name}`, async () => {
      for (const odd of ['text', 7, [null], { id: null }, true]) {
        const { client } = await answering(job(7, { [name]: odd }));
        const read = await client.call(getJob, { id: 1, job_id: 7 });
        assert.equal(read.name, 'job-7');
      }
    });
  }

  it('reads a merge request with malformed embedded objects', async () => {
    const odd = { author: { id: 1 }, assignees: 'ada', milestone: [], pipeline: {}, labels: [1], user: 3 };
    const { client } = await answering(mergeRequest(4, odd));
    const { author, assignees, title } = await client.call(getMergeRequest, at);
    assert.deepEqual([author, assignees, title], [undefined, undefined, 'Change 4']);
  });

  it('reads a created to-do item with malformed embedded objects', async () => {
    const target = { iid: 4, title: 'Change 4', description: null, state: 'opened' };
    const odd = { id: 3, project: 'acme', author: { id: 1 }, target, action_name: 'marked' };
    const { client } = await answering(odd, 201);
    assert.equal((await client.call(createTodo, at))?.action_name, 'marked');
  });

  it('reads a diff version whose size is a number', async () => {
    const { client } = await answering([{ id: 1, head_commit_sha: 'abc', real_size: 3 }]);
    assert.equal((await client.page(listDiffVersions, at)).items.length, 1);
  });

  it('reads a thread with malformed notes', async () => {
    const line = { line_code: 'f00d_4_4', type: null, old_line: '', new_line: '4' };
    const position = { new_path: 'a.ts', new_line: 5, line_range: { start: line, end: null } };
    const notes = [
      { id: 1, body: 'Why?', author: { id: 3 }, position, resolvable: null },
      { id: 2, body: null, author: null, position: 'gone' },
    ];
    const { client } = await answering([{ id: 'd1', notes }]);
    const [thread] = (await client.page(listDiscussions, at)).items;
    assert.deepEqual(
      thread?.notes.map(({ body, author }) => [body, author]),
      [
        ['Why?', undefined],
        ['', null],
      ],
    );
    assert.equal(thread.notes[0]?.position?.line_range?.start?.new_line, 4);
  });

  for (const odd of [
    { coverage: {}, duration: '12.5', tag: 'no' },
    { started_at: '', web_url: '', ref: 7 },
  ]) {
    it(`reads a job with ${JSON.stringify(odd)}`, async () => {
      const { client } = await answering(job(7, odd));
      const {
        name,
        duration,
        tag,
        started_at: started,
        web_url: page,
      } = await client.call(getJob, {
        id: 1,
        job_id: 7,
      });
      assert.deepEqual([name, tag, started], ['job-7', false, undefined]);
      assert.equal(duration, 'duration' in odd ? 12.5 : undefined);
      assert.equal(page, 'duration' in odd ? 'https://host.example/acme/storefront/-/jobs/7' : undefined);
    });
  }

  it('logs ignored list elements by index and without their values', async () => {
    const { client, lines } = await answering([job(1), job(2, { name: { secret: 'v4lue' } }), null]);
    const page = await client.page(listProjectJobs, { id: 1 });
    assert.deepEqual(
      page.items.map(({ id }) => id),
      [1],
    );
    const ignoredLines = lines.filter((line) => line.includes('ignored'));
    assert.deepEqual(ignoredLines, [
      'GET /projects/:id/jobs: ignored element 1 ($.name: expected string)',
      'GET /projects/:id/jobs: ignored element 2 ($: expected object)',
    ]);
    assert.ok(!lines.some((line) => line.includes('v4lue')));
  });

  it('logs ignored list elements when reading page by page', async () => {
    const { client, lines } = await answering([null]);
    for await (const page of client.pages(listProjectJobs, { id: 1 })) assert.equal(page.items.length, 0);
    assert.equal(lines.filter((line) => line.includes('ignored')).length, 1);
  });
});
