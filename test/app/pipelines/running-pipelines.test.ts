import assert from 'node:assert/strict';
import { getPipeline, listPipelines } from '../../../src/api/endpoints/pipelines';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import { readProgress } from '../../../src/app/pipelines/read-progress';
import { RecentDurations } from '../../../src/app/pipelines/recent-durations';
import { RunningPipelines } from '../../../src/app/pipelines/running-pipelines';
import { latestJobs } from '../../../src/domain/pipelines/grouping';
import { progressOf } from '../../../src/domain/pipelines/progress';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { maintainerOf } from '../../builders/maintainer';

describe('running pipelines of an expanded project', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Returns stores on the sandbox. */
  async function stores() {
    const client = maintainerOf(sandbox);
    const project = { base: sandbox.url, project: 1 };
    const { items } = await client.page(listPipelines, { id: 1, status: 'running', per_page: 1 });
    const key = { ...project, pipeline: items[0]?.id ?? assert.fail('no running pipeline') };
    const clock = new ManualClock();
    const pipelines = new Pipelines(() => client, clock);
    const durations = new RecentDurations({ clientFor: () => client, pathOf: () => 'acme/storefront' });
    const running = new RunningPipelines({ pipelines, durations, clock });
    /** Resolves when the jobs and the durations of the pipeline are known. */
    const read = () =>
      new Promise<void>((resolve) => {
        running.onDidChange(() => {
          if (pipelines.peek(key) !== undefined && durations.peek(key) !== undefined) resolve();
        });
      });
    return { client, project, key, pipelines, durations, running, read };
  }

  it('are read after the list, with the durations of earlier ones, and polled until they end', async () => {
    const { client, project, key, pipelines, durations, running, read } = await stores();
    const list = pipelines.retainProject(project);
    const following = running.follow(project);
    assert.equal(pipelines.isRetained(key), false);
    const whenRead = read();
    await pipelines.list(project);
    running.listRead(project);
    await whenRead;
    assert.equal(pipelines.isRetained(key), true);
    assert.ok((durations.peek(key) ?? []).length > 2);
    const progress = () => progressOf(latestJobs(pipelines.peek(key)?.stages ?? []));
    const before = progress();
    assert.ok(before && before.finished < before.total);
    assert.deepEqual(before, await readProgress(client, key), 'one request returns the same');
    sandbox.advance(60 * 60_000);
    assert.notEqual((await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline })).status, 'running');
    await pipelines.poll();
    assert.notDeepEqual(progress(), before);
    assert.equal(pipelines.isRetained(key), false, 'a finished pipeline is not polled');
    following.dispose();
    list.dispose();
  });

  it("aren't refreshed after the project is collapsed", async () => {
    const { project, key, pipelines, running, read } = await stores();
    await pipelines.list(project);
    const whenRead = read();
    const following = running.follow(project);
    await whenRead;
    assert.equal(pipelines.isRetained(key), true);
    following.dispose();
    assert.equal(pipelines.isRetained(key), false);
    running.dispose();
  });
});

describe('reading the progress of a pipeline', () => {
  afterEach(async () => {
    await closeAll();
  });

  const progressFrom = async (status: number) => {
    const { url } = await startServer((_, response) => {
      sendJson(response, { message: 'no' }, status);
    });
    return readProgress(clientOf(url).client, { base: url, project: 1, pipeline: 2 });
  };

  it('returns nothing if the user is not allowed to see the jobs', async () => {
    for (const status of [403, 404]) assert.equal(await progressFrom(status), undefined, String(status));
    await assert.rejects(progressFrom(401));
  });
});
