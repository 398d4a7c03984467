import assert from 'node:assert/strict';
import { failureReason, longWait, shortWait } from '../../../src/presentation/jobs/failure-labels';

describe('the time of a delayed job', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  const delayed = { why: 'delayed', at: now + 12 * 60_000 } as const;

  it('is shown until it has passed', () => {
    assert.equal(shortWait(delayed, now, 'narrow'), 'in 12 min');
    assert.equal(shortWait(delayed, now, 'long'), 'in 12 minutes');
    assert.equal(shortWait(delayed, delayed.at, 'narrow'), undefined);
    assert.match(longWait(delayed) ?? '', /^Starts on 5 Nov 2026|^Starts on .*2026/);
  });
});

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
