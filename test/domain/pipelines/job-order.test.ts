import assert from 'node:assert/strict';
import { stagesOf } from '../../../src/domain/pipelines/grouping';
import { flattened, type JobOrder, sortedMembers } from '../../../src/domain/pipelines/job-order';
import { aBridge, aJob } from '../../builders/jobs';

describe('job order', () => {
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

  it('by stage starts with failed jobs, then jobs that are allowed to fail, then the others by name', () => {
    assert.deepEqual(names('stage'), ['child', 'units', 'lint', 'unit 9', 'unit 10']);
  });

  it('by name sorts numbers in numeric order', () => {
    assert.deepEqual(names('name'), ['child', 'lint', 'unit 9', 'unit 10', 'units']);
  });

  it('by status starts with jobs that need attention and ends with passed jobs', () => {
    assert.deepEqual(names('status'), ['child', 'units', 'unit 9', 'lint', 'unit 10']);
  });

  it('without rows for stages groups jobs by stage only when ordered by stage', () => {
    const all = (order: JobOrder): string[] => flattened(stages, order).map(({ job }) => job.name);
    assert.deepEqual(all('stage'), ['web', 'child', 'units', 'lint', 'unit 9', 'unit 10']);
    assert.deepEqual(all('name').slice(-2), ['units', 'web']);
    assert.deepEqual(all('status').slice(0, 2), ['child', 'units']);
  });
});
