import assert from 'node:assert/strict';
import { stagesOf } from '../../../src/domain/pipelines/grouping';
import { aBridge, aJob } from '../../builders/jobs';

describe('pipeline stages', () => {
  const names = (...args: Parameters<typeof stagesOf>): string[] => stagesOf(...args).map(({ name }) => name);

  it('are ordered by their lowest job ID', () => {
    const jobs = [
      aJob({ id: 11, stage: 'deploy' }),
      aJob({ id: 3, stage: 'build' }),
      aJob({ id: 5, stage: 'test', name: 'b' }),
    ];
    assert.deepEqual(names(jobs, []), ['build', 'test', 'deploy']);
  });

  it('keep their position when their only job is retried', () => {
    const jobs = [
      aJob({ id: 12, stage: 'build', name: 'compile' }),
      aJob({ id: 3, stage: 'build', name: 'compile', status: 'failed' }),
      aJob({ id: 5, stage: 'test', name: 'unit' }),
    ];
    const [build] = stagesOf(jobs, []);
    assert.equal(build?.name, 'build');
    assert.deepEqual(
      build.members.map(({ job }) => job.id),
      [12],
    );
    const [member] = build.members;
    assert.deepEqual(member?.kind === 'job' ? member.earlier.map(({ id }) => id) : [], [3]);
  });

  it('contain trigger jobs', () => {
    const stages = stagesOf(
      [aJob({ id: 3, stage: 'test', name: 'unit' })],
      [aBridge({ id: 4, stage: 'test', name: 'child' })],
    );
    assert.deepEqual(
      stages.map(({ members }) => members.map(({ kind, job }) => [kind, job.name])),
      [
        [
          ['bridge', 'child'],
          ['job', 'unit'],
        ],
      ],
    );
  });

  it('list jobs by name, with numbers in numeric order', () => {
    const jobs = ['e2e 10/12', 'e2e 2/12', 'e2e 1/12'].map((name, index) =>
      aJob({ id: index + 1, stage: 'test', name }),
    );
    assert.deepEqual(
      stagesOf(jobs, [])[0]?.members.map(({ job }) => job.name),
      ['e2e 1/12', 'e2e 2/12', 'e2e 10/12'],
    );
  });

  it('are empty without jobs', () => {
    assert.deepEqual(stagesOf([], []), []);
  });
});
