import assert from 'node:assert/strict';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { JobNeeds } from '../../../src/app/pipelines/job-needs';
import { stage } from '../../contract/stage';

describe('the needs of jobs', () => {
  const world = stage('all');
  const pipelineOf = async (ref: string) => {
    const { items } = await world.client().page(listPipelines, { id: 1, ref });
    const [pipeline] = items;
    assert.ok(pipeline);
    return pipeline;
  };
  const needsOf = (path: string | undefined) =>
    new JobNeeds({ clientFor: () => world.client(), pathOf: () => path });

  it('are the names of the jobs with the keyword `needs`, and are loaded once', async () => {
    const needs = needsOf('acme/storefront');
    const pipeline = await pipelineOf('v1.2.0');
    const key = { base: world.client().base, project: 1, pipeline: pipeline.id };
    assert.equal(needs.peek(key), undefined);
    await needs.load(key, pipeline);
    const found = needs.peek(key);
    assert.deepEqual([...(found?.needs ?? [])], [['release-notes', ['install']]]);
    assert.equal(found?.isCut, false);
    await needs.load(key, pipeline);
    assert.equal(needs.peek(key), found);
    needs.clear();
    assert.equal(needs.peek(key), undefined);
  });

  it('are not kept if they were requested before everything was removed', async () => {
    const needs = needsOf('acme/storefront');
    const pipeline = await pipelineOf('v1.2.0');
    const key = { base: world.client().base, project: 1, pipeline: pipeline.id };
    const loading = needs.load(key, pipeline);
    needs.clear();
    await loading;
    assert.equal(needs.peek(key), undefined);
  });

  it('are empty for a pipeline of stages', async () => {
    const needs = needsOf('acme/storefront');
    const pipeline = await pipelineOf('main');
    const key = { base: world.client().base, project: 1, pipeline: pipeline.id };
    await needs.load(key, pipeline);
    assert.equal(needs.peek(key)?.needs.size, 0);
  });

  it('stay unknown without the path of the project, for projects that the user cannot see, and without access', async () => {
    const pipeline = await pipelineOf('main');
    const key = { base: world.client().base, project: 1, pipeline: pipeline.id };
    for (const path of [undefined, 'acme/nothing']) {
      const needs = needsOf(path);
      await needs.load(key, pipeline);
      assert.equal(needs.peek(key), undefined, path);
    }
  });
});
