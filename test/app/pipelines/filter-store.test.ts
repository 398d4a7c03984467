import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PipelineFilterStore } from '../../../src/app/pipelines/filter-store';
import {
  fitsAsk,
  fitsRest,
  isUnfiltered,
  NO_FILTER,
  PIPELINE_MODES,
  queryOf,
} from '../../../src/app/pipelines/query';
import { filterSummary } from '../../../src/presentation/shared/filter-labels';
import { JOB_STATUSES } from '../../../src/schemas/job';
import { aPipeline } from '../../builders/jobs';
import { heldMemory } from '../../builders/stores';

describe('the filter of the pipelines', () => {
  it('is remembered, and told when it changes', async () => {
    const memory = heldMemory();
    const store = new PipelineFilterStore(memory);
    assert.deepEqual(store.current, NO_FILTER);
    const told: string[] = [];
    store.onDidChange(({ statuses }) => told.push(statuses.join()));
    await store.change({ mode: 'branch', statuses: ['failed', 'canceled'], author: 'dana' });
    assert.deepEqual(told, ['failed,canceled']);
    const next = new PipelineFilterStore(memory);
    assert.deepEqual(next.current, store.current);
    await next.clear();
    assert.deepEqual(next.current, { ...NO_FILTER, mode: 'branch' }, 'what is shown at all stays');
  });

  it('is none where something else is found in its place', () => {
    for (const held of ['x', null, 7, { mode: 'all', statuses: 'failed', sources: [1], ref: '' }]) {
      const memory = heldMemory();
      memory.held.set('pipeline-filter', held);
      assert.deepEqual(new PipelineFilterStore(memory).current, NO_FILTER);
    }
  });

  it('lets through just what fits, whether the server is asked or not', () => {
    const some = <T>(values: readonly T[]) => fc.subarray([...values]);
    const filters = fc.record({
      mode: fc.constantFrom(...PIPELINE_MODES),
      statuses: some(JOB_STATUSES),
      warnings: fc.boolean(),
      jobStatuses: some(JOB_STATUSES),
      sources: some(['push', 'schedule', 'web']),
      ref: fc.option(fc.constantFrom('main', 'next'), { nil: undefined }),
      author: fc.option(fc.constantFrom('dana', 'lee'), { nil: undefined }),
    });
    const pipelines = fc.record({
      status: fc.constantFrom(...JOB_STATUSES),
      source: fc.constantFrom('push', 'schedule', 'web', 'merge_request_event'),
      ref: fc.constantFrom('main', 'next'),
      username: fc.constantFrom('dana', 'lee'),
    });
    fc.assert(
      fc.property(filters, pipelines, (filter, facts) => {
        const query = queryOf(filter);
        const pipeline = { ...aPipeline(facts), username: facts.username };
        const passes = query.asks.some((ask) => fitsAsk(pipeline, ask)) && fitsRest(pipeline, query);
        const sources = filter.mode === 'merge-requests' ? ['merge_request_event'] : filter.sources;
        const statuses = [...filter.statuses, ...(filter.warnings ? ['success'] : [])];
        const expected =
          (statuses.length === 0 || statuses.includes(facts.status)) &&
          (sources.length === 0 || sources.includes(facts.source)) &&
          (filter.ref === undefined || filter.ref === facts.ref) &&
          (filter.author === undefined || filter.author === facts.username);
        assert.equal(passes, expected);
      }),
    );
  });

  it('is told in words beside the title, and is silent where it leaves nothing out', () => {
    assert.equal(filterSummary(NO_FILTER), '');
    assert.ok(isUnfiltered({ ...NO_FILTER, mode: 'branch' }));
    const words = filterSummary({
      ...NO_FILTER,
      mode: 'branch',
      statuses: ['failed', 'success'],
      warnings: true,
      sources: ['merge_request_event'],
      author: 'dana',
      jobStatuses: ['manual'],
    });
    assert.equal(
      words,
      'this branch · failed, passed, or passed with warnings · source: merge request · by @dana · jobs: manual',
    );
  });
});
