import assert from 'node:assert/strict';
import {
  membersFor,
  mergeRequestOf,
  type PipelineAction,
  pipelineActions,
} from '../../../src/domain/pipelines/rules';
import { JOB_STATUSES, type JobStatus } from '../../../src/schemas/job';

const TABLE: [status: JobStatus, actions: PipelineAction[]][] = [
  ['created', ['cancelAll']],
  ['pending', ['cancelAll']],
  ['preparing', ['cancelAll']],
  ['waiting_for_resource', ['cancelAll']],
  ['scheduled', ['cancelAll']],
  ['manual', []],
  ['running', ['retryFailed', 'cancelAll']],
  ['canceling', []],
  ['canceled', ['retryFailed']],
  ['success', []],
  ['failed', ['retryFailed']],
  ['skipped', []],
];

describe('rules of a pipeline', () => {
  it('cover every status of the document', () => {
    assert.deepEqual(
      TABLE.map(([status]) => status),
      [...JOB_STATUSES],
    );
  });

  for (const [status, actions] of TABLE) {
    it(`a pipeline that is ${status} offers ${actions.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(pipelineActions(status), actions);
    });
  }

  it('a status that a newer server invented offers nothing', () => {
    assert.deepEqual(pipelineActions('dreaming'), []);
  });

  const member = (status: string, more: object = {}, kind: 'job' | 'bridge' = 'job') => ({
    kind,
    job: { status, allow_failure: false, archived: false, ...more },
  });

  it('retry, one by one, means what failed or was canceled, archived or not, but not what may fail', () => {
    const members = [
      member('failed'),
      member('failed', { allow_failure: true }),
      member('canceled'),
      member('failed', { archived: true }),
      member('failed', {}, 'bridge'),
      member('success'),
      member('running'),
    ];
    assert.deepEqual(membersFor('retryFailed', members), [members[0], members[2], members[3], members[4]]);
  });

  it('cancel, one by one, means the jobs that are not over, and no trigger job', () => {
    const members = [
      member('running'),
      member('pending'),
      member('manual'),
      member('canceling'),
      member('success'),
      member('running', {}, 'bridge'),
    ];
    assert.deepEqual(membersFor('cancelAll', members), [members[0], members[1]]);
  });

  it('knows the merge request that a pipeline ran for by the server’s own refs', () => {
    assert.equal(mergeRequestOf('refs/merge-requests/42/head'), 42);
    assert.equal(mergeRequestOf('refs/merge-requests/7/merge'), 7);
    assert.equal(mergeRequestOf('refs/merge-requests/7/merge/x'), undefined);
    assert.equal(mergeRequestOf('main'), undefined);
    assert.equal(mergeRequestOf(undefined), undefined);
  });
});
