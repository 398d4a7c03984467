import assert from 'node:assert/strict';
import type { PipelineContent } from '../../../src/app/pipelines/content';
import { failedBelow, readBelow } from '../../../src/app/pipelines/downstream';
import type { PipelineKey } from '../../../src/app/shared/keys';
import type { Bridge } from '../../../src/schemas/job';
import { aBridge } from '../../builders/jobs';

const top: PipelineKey = { base: 'https://gitlab.example.com', project: 1, pipeline: 10 };

/** Returns a lookup of known pipelines by ID. */
function known(bridges: Readonly<Record<number, readonly Bridge[]>>) {
  return ({ pipeline }: PipelineKey): PipelineContent | undefined => {
    const own = bridges[pipeline];
    return (
      own && { detail: undefined, jobs: [], bridges: own, cut: undefined, stages: [], members: new Map() }
    );
  };
}

const starts = (id: number, status: string): Bridge =>
  aBridge({ id: id * 10, downstream_pipeline: { id, status, project_id: 1 } });

describe('failures in downstream pipelines', () => {
  it('are found in known pipelines at any depth', () => {
    const peek = known({
      10: [starts(11, 'success')],
      11: [starts(12, 'success')],
      12: [starts(13, 'failed')],
    });
    assert.equal(failedBelow(peek, top)?.id, 13);
    assert.equal(failedBelow(known({ 10: [starts(11, 'success')] }), top), undefined);
    assert.equal(failedBelow(known({}), top), undefined);
  });

  it('are searched only once in pipelines that trigger each other', () => {
    const peek = known({ 10: [starts(11, 'success')], 11: [starts(10, 'success')] });
    assert.equal(failedBelow(peek, top), undefined);
  });

  it('are searched in a limited number of pipelines, which are read once each', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        10 + index,
        [starts(11 + index, 'success'), starts(10, 'success')],
      ]),
    );
    const requestedPipelines: number[] = [];
    const peek = known(all);
    const content = (key: PipelineKey) => {
      requestedPipelines.push(key.pipeline);
      const found = peek(key);
      return found === undefined ? Promise.reject(new Error('not seen')) : Promise.resolve(found);
    };
    await readBelow({ content }, top);
    assert.deepEqual(requestedPipelines, [10, 11, 12, 13, 14, 15, 16, 17]);
    requestedPipelines.length = 0;
    await readBelow({ content }, { ...top, pipeline: 99 });
    assert.deepEqual(requestedPipelines, [99], 'what cannot be read is left out');
  });
});
