import assert from 'node:assert/strict';
import { Pipelines, type PipelinesChange } from '../../../src/app/pipelines/pipelines';
import { NO_FILTER, type PipelineFilter, queryOf } from '../../../src/app/pipelines/query';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { aJob } from '../../builders/jobs';

interface Wire {
  id: number;
  status: string;
}

/** Returns a store with a server whose pipelines and jobs the test changes. */
async function aStore(wire: {
  pipelines: Wire[];
  jobs: { id: number; status: string }[];
  listFails?: boolean;
}) {
  const server = await startServer((request, response) => {
    const sha = 'a'.repeat(40);
    const whole = (pipeline: Wire) => ({
      ...pipeline,
      sha,
      ref: 'main',
      updated_at: `2026-11-05T12:00:0${pipeline.id % 10}Z`,
    });
    if (/pipelines\?/.test(request.url)) {
      if (wire.listFails === true) sendJson(response, { message: 'no' }, 403);
      else sendJson(response, wire.pipelines.map(whole));
    } else if (/\/jobs\?/.test(request.url)) {
      sendJson(
        response,
        wire.jobs.map((job) => ({
          ...job,
          name: `job ${job.id}`,
          stage: 'test',
          pipeline: { id: 10, status: 'running' },
        })),
      );
    } else if (/\/bridges\?/.test(request.url)) sendJson(response, []);
    else sendJson(response, { message: '404 Not found' }, 404);
  });
  const { client } = clientOf(server.url);
  const pipelines = new Pipelines(() => client, new ManualClock());
  const changes: PipelinesChange[] = [];
  pipelines.onDidChange((newChanges) => changes.push(...newChanges));
  const project = { base: server.url, project: 1 };
  return { pipelines, project, key: { ...project, pipeline: 10 }, changes };
}

describe('pipelines that change on the server', () => {
  afterEach(closeAll);

  it('reads a changed pipeline in the poll in which a new one appears', async () => {
    const wire = { pipelines: [{ id: 10, status: 'success' }], jobs: [{ id: 1, status: 'success' }] };
    const { pipelines, project, key } = await aStore(wire);
    pipelines.retainProject(project);
    pipelines.retainPipeline(key);
    await pipelines.list(project);
    await pipelines.content(key);
    wire.pipelines = [
      { id: 11, status: 'running' },
      { id: 10, status: 'failed' },
    ];
    wire.jobs = [{ id: 1, status: 'failed' }];
    await pipelines.poll();
    assert.equal(pipelines.member(key, 1)?.job.status, 'failed');
  });

  it('removes a deleted pipeline', async () => {
    const wire = {
      pipelines: [
        { id: 12, status: 'success' },
        { id: 11, status: 'success' },
        { id: 10, status: 'success' },
      ],
      jobs: [],
    };
    const { pipelines, project } = await aStore(wire);
    pipelines.retainProject(project);
    const list = await pipelines.list(project);
    wire.pipelines = wire.pipelines.filter(({ id }) => id !== 11);
    await pipelines.poll();
    assert.deepEqual(
      list.pipelines.map(({ id }) => id),
      [12, 10],
    );
  });

  it("announces the result of an action even if the list can't be read", async () => {
    const wire = {
      pipelines: [{ id: 10, status: 'failed' }],
      jobs: [{ id: 1, status: 'failed' }],
      listFails: false,
    };
    const { pipelines, project, key, changes } = await aStore(wire);
    await pipelines.list(project);
    await pipelines.content(key);
    wire.listFails = true;
    wire.jobs = [
      { id: 2, status: 'pending' },
      { id: 1, status: 'failed' },
    ];
    const updatedJob = aJob({ id: 3, status: 'pending', pipeline: { id: 10, status: 'running' } });
    await assert.rejects(pipelines.jobChanged(project, updatedJob));
    assert.equal(changes.length, 2, 'the answer itself, and what was read after it');
    assert.equal(pipelines.member(key, 2)?.job.status, 'pending');
  });

  it("doesn't restore a running status from an outdated response", async () => {
    const wire = { pipelines: [{ id: 10, status: 'success' }], jobs: [{ id: 1, status: 'success' }] };
    const { pipelines, project, key, changes } = await aStore(wire);
    await pipelines.content(key);
    await pipelines.jobSeen(
      project,
      aJob({ id: 1, status: 'running', pipeline: { id: 10, status: 'running' } }),
    );
    assert.deepEqual(changes, []);
    assert.equal(pipelines.member(key, 1)?.job.status, 'success');
  });

  it("doesn't request a next page on another host, and shows the pages before it", async () => {
    const requestedUrls: string[] = [];
    const server = await startServer((request, response) => {
      requestedUrls.push(request.url);
      const items = /pipelines\?/.test(request.url)
        ? [{ id: 10, status: 'success', sha: 'a', ref: 'main' }]
        : /\/jobs\?/.test(request.url)
          ? [
              {
                id: 1,
                name: 'job',
                stage: 'test',
                status: 'success',
                pipeline: { id: 10, status: 'success' },
              },
            ]
          : [];
      if (/pipelines\/10$/.test(request.url)) {
        sendJson(response, { message: '404 Not found' }, 404);
        return;
      }
      response.setHeader('link', '<http://inside.example/api/v4/next>; rel="next"');
      sendJson(response, items);
    });
    const { client } = clientOf(server.url);
    const pipelines = new Pipelines(() => client, new ManualClock());
    const project = { base: server.url, project: 1 };
    const list = await pipelines.list(project);
    assert.deepEqual([list.hasOlder, list.foreignHost], [false, 'inside.example']);
    const before = requestedUrls.length;
    await pipelines.loadOlder(project);
    assert.equal(requestedUrls.length, before);
    const { jobs, cut } = await pipelines.content({ ...project, pipeline: 10 });
    assert.equal(jobs.length, 1);
    assert.deepEqual(cut, { why: 'foreign', host: 'inside.example' });
  });

  it("doesn't cancel a foreground poll with a background poll", async () => {
    const waiting: (() => void)[] = [];
    let hold = false;
    let bothWait: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      bothWait = resolve;
    });
    const server = await startServer((request, response) => {
      const items = /\/jobs\?/.test(request.url)
        ? [{ id: 1, name: 'job', stage: 'test', status: 'running', pipeline: { id: 10, status: 'running' } }]
        : [];
      const send = (): void => {
        if (/pipelines\/10$/.test(request.url)) sendJson(response, { message: '404 Not found' }, 404);
        else sendJson(response, items);
      };
      if (!hold || !/\/jobs\?/.test(request.url)) send();
      else if (waiting.push(send) === 2) bothWait();
    });
    const { client } = clientOf(server.url, { policy: true });
    const pipelines = new Pipelines(() => client, new ManualClock());
    const key = { base: server.url, project: 1, pipeline: 10 };
    pipelines.retainPipeline(key);
    await pipelines.content(key);
    hold = true;
    const end = new AbortController();
    const background = pipelines.poll({ signal: end.signal, priority: 'background' }, true);
    const foreground = pipelines.poll({ priority: 'foreground' }, true);
    await both;
    end.abort();
    await assert.rejects(background);
    for (const send of waiting) send();
    await foreground;
  });

  it('reads the newest pipeline of the project regardless of the filter', async () => {
    const requestedUrls: string[] = [];
    let all = [
      { id: 12, status: 'success', ref: 'main' },
      { id: 11, status: 'failed', ref: 'main' },
    ];
    const server = await startServer((request, response) => {
      requestedUrls.push(request.url);
      const query = new URL(request.url, 'http://host').searchParams;
      const fits = all.filter(({ status }) => [null, status].includes(query.get('status')));
      const some = fits.slice(0, Number(query.get('per_page')));
      sendJson(
        response,
        some.map((each) => ({ ...each, sha: 'a'.repeat(40) })),
      );
    });
    const { client } = clientOf(server.url);
    let filter: PipelineFilter = { ...NO_FILTER, statuses: ['failed'] };
    const pipelines = new Pipelines(
      () => client,
      new ManualClock(),
      () => queryOf(filter),
    );
    const project = { base: server.url, project: 1 };
    pipelines.retainProject(project);
    const receivedChanges: PipelinesChange[] = [];
    pipelines.onDidChange((changes) => receivedChanges.push(...changes));
    const list = await pipelines.list(project);
    assert.deepEqual(
      list.pipelines.map(({ id }) => id),
      [11],
    );
    assert.equal(list.newest?.status, 'success');
    // A pipeline that the list doesn't show has started, so the project row is updated.
    all = [{ id: 13, status: 'running', ref: 'main' }, ...all];
    await pipelines.poll();
    assert.equal(pipelines.peekList(project)?.newest?.status, 'running');
    assert.deepEqual(receivedChanges, [{ kind: 'list', project }]);
    // Without a filter, the list contains the newest pipeline, so no other request is needed.
    filter = NO_FILTER;
    requestedUrls.length = 0;
    assert.equal((await pipelines.list(project)).newest?.id, 13);
    assert.equal(requestedUrls.length, 1);
    // Several statuses are filtered locally, so the response also contains the newest pipeline.
    filter = { ...NO_FILTER, statuses: ['failed', 'canceled'] };
    requestedUrls.length = 0;
    assert.equal((await pipelines.list(project)).newest?.id, 13);
    assert.equal(requestedUrls.length, 1);
  });
});

describe('known pipelines', () => {
  afterEach(closeAll);

  it("are evicted if they aren't retained, least recently used first", async () => {
    const { pipelines, project } = await aStore({ pipelines: [], jobs: [] });
    const keys = Array.from({ length: 101 }, (_, pipeline) => ({ ...project, pipeline }));
    pipelines.retainPipeline({ ...project, pipeline: 0 });
    for (const key of keys) await pipelines.content(key);
    const known = keys.filter((key) => pipelines.peek(key) !== undefined);
    assert.deepEqual(known, [...keys.slice(0, 1), ...keys.slice(-30)]);
  });

  it('contain the runners of their jobs until these change or are cleared', async () => {
    const runner = (id: number) => ({ id, description: `runner ${id}` });
    const wire = { pipelines: [], jobs: [{ id: 1, status: 'success', runner: runner(1), tag_list: ['a'] }] };
    const { pipelines, project, key } = await aStore(wire);
    assert.deepEqual(pipelines.runnersOn(project.base), []);
    await pipelines.content(key);
    assert.deepEqual(pipelines.runnersOn(project.base), [new Set(['a'])]);
    wire.jobs = [{ id: 1, status: 'success', runner: runner(1), tag_list: ['b'] }];
    await pipelines.pollPipelines([key], undefined, true);
    assert.deepEqual(pipelines.runnersOn(project.base), [new Set(['b'])]);
    pipelines.clear();
    assert.deepEqual(pipelines.runnersOn(project.base), []);
  });
});
