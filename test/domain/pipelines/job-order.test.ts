import assert from 'node:assert/strict';
import { stagesOf } from '../../../src/domain/pipelines/grouping';
import { flattened, type JobOrder, sortedMembers } from '../../../src/domain/pipelines/job-order';
import { aBridge, aJob } from '../../builders/jobs';

describe('the order of jobs', () => {
  const stages = stagesOf(
    [
      aJob({ id: 1, stage: 'build', name: 'web', status: 'success' }),
      aJob({ id: 2, stage: 'test', name: 'unit 10', status: 'success' }),
      aJob({ id: 3, stage: 'test', name: 'unit 9', status: 'running' }),
      aJob({ id: 4, stage: 'test', name: 'lint', status: 'failed', allow_failure: true }),
      aJob({ id: 5, stage: 'test', name: 'units', status: 'failed' }),
    ],
    [aBridge({ id: 6, stage: 'test', name: 'child', status: 'failed' })],
  );
  const names = (order: JobOrder): string[] =>
    sortedMembers(stages[1]?.members ?? [], order).map(({ job }) => job.name);

  it('by stage has failed jobs first, then those that may fail, then the rest by name', () => {
    assert.deepEqual(names('stage'), ['child', 'units', 'lint', 'unit 9', 'unit 10']);
  });

  it('by name has numbers in their order', () => {
    assert.deepEqual(names('name'), ['child', 'lint', 'unit 9', 'unit 10', 'units']);
  });

  it('by status goes from what needs attention to what passed', () => {
    assert.deepEqual(names('status'), ['child', 'units', 'unit 9', 'lint', 'unit 10']);
  });

  it('of a pipeline without rows for stages keeps the stages together only by stage', () => {
    const all = (order: JobOrder): string[] => flattened(stages, order).map(({ job }) => job.name);
    assert.deepEqual(all('stage'), ['web', 'child', 'units', 'lint', 'unit 9', 'unit 10']);
    assert.deepEqual(all('name').slice(-2), ['units', 'web']);
    assert.deepEqual(all('status').slice(0, 2), ['child', 'units']);
  });
});
