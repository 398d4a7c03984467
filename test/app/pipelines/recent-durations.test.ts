import assert from 'node:assert/strict';
import { listPipelineJobs } from '../../../src/api/endpoints/jobs';
import { getPipeline, listPipelines } from '../../../src/api/endpoints/pipelines';
import { RecentDurations } from '../../../src/app/pipelines/recent-durations';
import { stage } from '../../contract/stage';

describe('the durations of earlier pipelines', () => {
  const world = stage('all');
  const durationsOf = (path: string | undefined) =>
    new RecentDurations({ clientFor: () => world.client(), pathOf: () => path });
  const passedOn = async (ref: string) =>
    (await world.client().page(listPipelines, { id: 1, ref, status: 'success', per_page: 50 })).items;

  const jobCount = async (id: number) =>
    (await world.client().page(listPipelineJobs, { id: 1, pipeline_id: id, per_page: 100 })).items.length;

  it('are those of the latest passed pipelines of the branch with the same source and number of jobs', async () => {
    const durations = durationsOf('acme/storefront');
    const passed = await passedOn('main');
    const pipeline = passed.find(({ source }) => source === 'push');
    assert.ok(pipeline);
    const count = await jobCount(pipeline.id);
    const others: (typeof passed)[number][] = [];
    for (const each of passed)
      if (each.id !== pipeline.id && each.source === 'push' && (await jobCount(each.id)) === count)
        others.push(each);
    assert.ok(others.length > 0 && others.length < passed.length - 1, 'there are other kinds');
    const key = { base: world.client().base, project: 1, pipeline: pipeline.id };
    assert.equal(durations.peek(key), undefined);
    await durations.load(key, pipeline);
    const expected = await Promise.all(
      others.slice(0, 20).map(async ({ id }) => {
        const { duration, queued_duration: queued } = await world
          .client()
          .call(getPipeline, { id: 1, pipeline_id: id });
        return { duration, queued };
      }),
    );
    assert.ok(expected.length > 0);
    assert.deepEqual(durations.peek(key), expected);
    const found = durations.peek(key);
    await durations.load(key, pipeline);
    assert.equal(durations.peek(key), found, 'loaded once');
    durations.clear();
    assert.equal(durations.peek(key), undefined);
  });

  it("aren't known without the path of the project, and for projects that the user can't see", async () => {
    const [pipeline] = await passedOn('main');
    assert.ok(pipeline);
    const key = { base: world.client().base, project: 1, pipeline: pipeline.id };
    for (const path of [undefined, 'acme/nothing']) {
      const durations = durationsOf(path);
      await durations.load(key, pipeline);
      assert.equal(durations.peek(key), undefined, path);
    }
  });
});
