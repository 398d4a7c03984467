import assert from 'node:assert/strict';
import { logOffers } from '../../../src/presentation/logs/links-of-log';
import { aJob } from '../../builders/jobs';

const started = { started_at: '2026-11-05T11:50:00Z' };
const nothing = { lines: false, left: false, retried: false };
const some = { ...nothing, lines: true };

describe('menu actions for a job log', () => {
  it('are running a manual job, but not canceling or following it', () => {
    const job = aJob({ status: 'manual' });
    const offers = logOffers({ kind: 'no-log', following: true, job, ...nothing }, [job]);
    assert.equal(offers.is, 'waiting');
    assert.equal(offers.actions, 'play');
  });

  it('are following and canceling running jobs, and retrying and erasing finished jobs', () => {
    const running = aJob({ status: 'running' });
    const growing = logOffers({ kind: 'lines', following: true, job: running, ...some }, []);
    assert.equal(growing.is, 'growing');
    assert.equal(growing.actions, 'cancel');
    const failed = aJob({ status: 'failed' });
    const complete = logOffers({ kind: 'lines', following: false, job: failed, ...some }, []);
    assert.equal(complete.is, 'complete');
    assert.equal(complete.actions, 'retry erase');
    assert.deepEqual([growing.failed, complete.failed], [false, true]);
  });

  it('depend on the latest known state of the job', () => {
    const before = aJob({ id: 7, status: 'manual' });
    const now = aJob({ id: 7, status: 'pending' });
    assert.equal(
      logOffers({ kind: 'no-log', following: true, job: before, ...nothing }, [now]).actions,
      'cancel',
    );
  });

  it('exclude retrying a job that was already retried', () => {
    const job = aJob({ status: 'failed' });
    const offers = logOffers({ kind: 'lines', following: false, job, ...some, retried: true }, []);
    assert.equal(offers.actions, 'erase');
  });

  it('include comparing with an earlier attempt unless there is none', () => {
    const earlier = (job: ReturnType<typeof aJob>, attempts: ReturnType<typeof aJob>[]): boolean =>
      logOffers({ kind: 'lines', following: false, job, ...some }, attempts).earlier;
    const job = aJob({ id: 7, name: 'lint', status: 'failed', ...started });
    assert.equal(earlier(job, []), true, 'nobody knows');
    assert.equal(earlier(job, [job]), false);
    assert.equal(earlier(job, [job, aJob({ id: 6, name: 'build', ...started })]), false);
    assert.equal(earlier(job, [job, aJob({ id: 6, name: 'lint', ...started })]), true);
    assert.equal(earlier(job, [job, aJob({ id: 6, name: 'lint', started_at: null })]), false, 'it never ran');
    const erased = aJob({ id: 6, name: 'lint', ...started, erased_at: started.started_at });
    assert.equal(earlier(job, [job, erased]), false, 'its log is gone');
    assert.equal(earlier(job, [job, aJob({ id: 8, name: 'lint', ...started })]), false, 'it came later');
  });

  it('are empty before the log is loaded', () => {
    assert.deepEqual(logOffers({ kind: 'loading', ...nothing }, []), {
      is: 'none',
      actions: '',
      failed: false,
      lines: false,
      left: false,
      retried: false,
      earlier: false,
    });
  });
});
