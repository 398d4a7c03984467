import assert from 'node:assert/strict';
import { logHeader, logTooltip } from '../../../src/presentation/logs/header';

describe('header of a job log', () => {
  const job = {
    status: 'failed',
    allow_failure: false,
    failure_reason: 'script_failure',
    duration: 130,
    ref: 'main',
    commit: { id: '9871f47e0000', short_id: '9871f47e', title: 'Fix totals' },
    pipeline: { id: 1118, ref: 'main' },
  };

  it('shows the status, the reason of a failure, the duration, and what the job is part of', () => {
    assert.deepEqual(logHeader(job), {
      status: '$(error) failed · script failure · 2m 10s',
      pipeline: 'Pipeline #1118 main · 9871f47e Fix totals',
    });
  });
  it('is also the tooltip of the tab, as plain text', () => {
    assert.equal(
      logTooltip(job),
      'failed · script failure · 2m 10s · Pipeline #1118 main · 9871f47e Fix totals',
    );
    assert.equal(logTooltip({ status: 'running', allow_failure: false }), 'running');
  });
  it('omits the reason of an earlier failure, and what the server does not return', () => {
    const running = { status: 'running', allow_failure: false, failure_reason: 'script_failure' };
    assert.deepEqual(logHeader(running), { status: '$(sync) running', pipeline: undefined });
    assert.equal(logHeader({ ...running, ref: 'v1', pipeline: { id: 7 } }).pipeline, 'Pipeline #7 v1');
  });
  it('shows text of the server without icons or links', () => {
    const { status, pipeline } = logHeader({
      ...job,
      failure_reason: 'new $(zap)',
      ref: '[a](b)',
      pipeline: { id: 1 },
      commit: { id: 'abcdef1234', title: '$(trash) x' },
    });
    assert.ok(!`${status} ${pipeline ?? ''}`.replace('$(error)', '').includes('$('), status);
    assert.ok(!(pipeline ?? '').includes(']('), pipeline);
  });
});
