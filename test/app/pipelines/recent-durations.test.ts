import assert from 'node:assert/strict';
import { getPipeline, listPipelines } from '../../../src/api/endpoints/pipelines';
import { RecentDurations } from '../../../src/app/pipelines/recent-durations';
import { stage } from '../../contract/stage';

describe('the durations of earlier pipelines', () => {
  const world = stage('all');
  const durationsOf = (path: string | undefined) =>
    new RecentDurations({ clientFor: () => world.client(), pathOf: () => path });
  const passedOn = async (ref: string) =>
    (await world.client().page(listPipelines, { id: 1, ref, status: 'success', per_page: 50 })).items;

  it('are those of the latest passed pipelines of the branch, without the pipeline itself', async () => {
    const durations = durationsOf('acme/storefront');
    const [pipeline, ...others] = await passedOn('main');
    assert.ok(pipeline);
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
