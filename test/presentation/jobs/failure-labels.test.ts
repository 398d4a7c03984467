import assert from 'node:assert/strict';
import { failureReason } from '../../../src/presentation/jobs/failure-labels';

describe('failure reasons', () => {
  it('have a specific label for each reason that servers send since they no longer use the general ones', () => {
    for (const [general, specific] of [
      ['no_matching_runner', 'stuck_pending_no_matching_runners'],
      ['job_execution_timeout', 'server_timeout_running'],
      ['job_execution_timeout', 'job_execution_server_timeout'],
      ['forward_deployment_failure', 'failed_outdated_deployment_job'],
    ])
      assert.equal(failureReason(specific), failureReason(general), specific);
    assert.equal(failureReason('stuck_pending_with_matching_runners'), 'no runner started the job');
    assert.equal(failureReason('no_updates_running'), 'no response from the runner');
    assert.equal(failureReason('ip_restriction_failure'), 'IP address not allowed');
  });

  it('are words if they are unknown, and never names of object properties', () => {
    assert.equal(failureReason('cosmic_rays'), 'cosmic rays');
    assert.equal(failureReason('constructor'), 'constructor');
    assert.equal(failureReason(''), undefined);
    assert.equal(failureReason(null), undefined);
  });
});
