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
  ['waiting_for_callback', ['cancelAll']],
  ['scheduled', ['cancelAll']],
  ['manual', []],
  ['running', ['retryFailed', 'cancelAll']],
  ['canceling', []],
  ['canceled', ['retryFailed']],
  ['success', []],
  ['failed', ['retryFailed']],
  ['skipped', []],
];

describe('pipeline rules', () => {
  it('cover every documented status', () => {
    assert.deepEqual(
      TABLE.map(([status]) => status),
      [...JOB_STATUSES],
    );
  });

  for (const [status, actions] of TABLE) {
    it(`offer, for a pipeline that is ${status}: ${actions.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(pipelineActions(status), actions);
    });
  }

  it('offer nothing for an unknown status', () => {
    assert.deepEqual(pipelineActions('dreaming'), []);
  });

  const member = (status: string, more: object = {}, kind: 'job' | 'bridge' = 'job') => ({
    kind,
    job: { status, allow_failure: false, archived: false, ...more },
  });

  it('include failed and canceled jobs in a retry, also archived jobs, but not jobs that are allowed to fail', () => {
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

  it('include unfinished jobs when canceling, but no trigger jobs', () => {
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

  it('derive the merge request of a pipeline from its ref', () => {
    assert.equal(mergeRequestOf('refs/merge-requests/42/head'), 42);
    assert.equal(mergeRequestOf('refs/merge-requests/7/merge'), 7);
    assert.equal(mergeRequestOf('refs/merge-requests/7/merge/x'), undefined);
    assert.equal(mergeRequestOf('main'), undefined);
    assert.equal(mergeRequestOf(undefined), undefined);
  });
});
