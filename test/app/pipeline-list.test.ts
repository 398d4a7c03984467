import assert from 'node:assert/strict';
import { Pipelines, type PipelinesChange } from '../../src/app/pipelines';
import { aJob } from '../builders/jobs';
import { clientOf, closeAll } from '../api/helpers/client';
import { ManualClock } from '../api/helpers/clocks';
import { sendJson, startServer } from '../api/helpers/loopback';

interface Wire {
  id: number;
  status: string;
}

/** A store on a server whose pipelines and jobs a test changes as it likes. */
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
  pipelines.onDidChange((told) => changes.push(...told));
  const project = { base: server.url, project: 1 };
  return { pipelines, project, key: { ...project, pipeline: 10 }, changes };
}

describe('a project’s pipelines, as they change on the server', () => {
  afterEach(closeAll);

  it('a pipeline that changed beside a new one is read again in the same look', async () => {
    const wire = { pipelines: [{ id: 10, status: 'success' }], jobs: [{ id: 1, status: 'success' }] };
    const { pipelines, project, key } = await aStore(wire);
    pipelines.holdProject(project);
    pipelines.holdPipeline(key);
    await pipelines.list(project);
    await pipelines.content(key);
    wire.pipelines = [
      { id: 11, status: 'running' },
      { id: 10, status: 'failed' },
    ];
    wire.jobs = [{ id: 1, status: 'failed' }];
    await pipelines.look();
    assert.equal(pipelines.member(key, 1)?.job.status, 'failed');
  });

  it('a pipeline that was deleted is not shown any more', async () => {
    const wire = {
      pipelines: [
        { id: 12, status: 'success' },
        { id: 11, status: 'success' },
        { id: 10, status: 'success' },
      ],
      jobs: [],
    };
    const { pipelines, project } = await aStore(wire);
    pipelines.holdProject(project);
    const list = await pipelines.list(project);
    wire.pipelines = wire.pipelines.filter(({ id }) => id !== 11);
    await pipelines.look();
    assert.deepEqual(
      list.pipelines.map(({ id }) => id),
      [12, 10],
    );
  });

  it('what an action changed is told even where the list cannot be read', async () => {
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
    const answer = aJob({ id: 3, status: 'pending', pipeline: { id: 10, status: 'running' } });
    await assert.rejects(pipelines.jobChanged(project, answer));
    assert.equal(changes.length, 2, 'the answer itself, and what was read after it');
    assert.equal(pipelines.member(key, 2)?.job.status, 'pending');
  });

  it('a job that is over does not come back to life by an older answer', async () => {
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
});
