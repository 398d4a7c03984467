import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PipelineFilterStore } from '../../../src/app/pipelines/filter-store';
import {
  isUnfiltered,
  matchesConditions,
  matchesOtherFilters,
  NO_FILTER,
  PIPELINE_MODES,
  queryOf,
} from '../../../src/app/pipelines/query';
import { filterSummary } from '../../../src/presentation/shared/filter-labels';
import { JOB_STATUSES } from '../../../src/schemas/job';
import { aPipeline } from '../../builders/jobs';
import { heldMemory } from '../../builders/stores';

describe('PipelineFilterStore', () => {
  it('stores the filter and fires when it changes', async () => {
    const memory = heldMemory();
    const store = new PipelineFilterStore(memory);
    assert.deepEqual(store.current, NO_FILTER);
    const events: string[] = [];
    store.onDidChange(({ statuses }) => events.push(statuses.join()));
    await store.change({ mode: 'branch', statuses: ['failed', 'canceled'], author: 'dana' });
    assert.deepEqual(events, ['failed,canceled']);
    const next = new PipelineFilterStore(memory);
    assert.deepEqual(next.current, store.current);
    await next.clear();
    assert.deepEqual(next.current, { ...NO_FILTER, mode: 'branch' }, 'what is shown at all stays');
  });

  it('ignores invalid stored values', () => {
    for (const held of ['x', null, 7, { mode: 'all', statuses: 'failed', sources: [1], ref: '' }]) {
      const memory = heldMemory();
      memory.held.set('pipeline-filter', held);
      assert.deepEqual(new PipelineFilterStore(memory).current, NO_FILTER);
    }
  });

  it('matches the same pipelines with and without server-side filters', () => {
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
        const passes =
          query.conditions.some((ask) => matchesConditions(pipeline, ask)) &&
          matchesOtherFilters(pipeline, query);
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

  it('summarizes the filter, with an empty summary if nothing is filtered', () => {
    assert.equal(filterSummary(NO_FILTER), '');
    assert.ok(isUnfiltered({ ...NO_FILTER, mode: 'branch' }));
    const summary = filterSummary({
      ...NO_FILTER,
      mode: 'branch',
      statuses: ['failed', 'success'],
      warnings: true,
      sources: ['merge_request_event'],
      author: 'dana',
      jobStatuses: ['manual'],
    });
    assert.equal(
      summary,
      'this branch · failed, passed, or passed with warnings · source: merge request · by @dana · jobs: manual',
    );
    const branch = { ...NO_FILTER, mode: 'branch' } as const;
    assert.equal(filterSummary(branch, ['main']), 'branch main');
    assert.equal(filterSummary(branch, ['main', 'fix/tax']), 'branches main or fix/tax');
    assert.equal(filterSummary(NO_FILTER, ['main']), '');
  });
});
