import assert from 'node:assert/strict';
import { progressOf, remainingTime } from '../../../src/domain/pipelines/progress';

describe('the progress of a pipeline', () => {
  const jobs = (...statuses: string[]) => statuses.map((status) => ({ status }));

  it('counts finished jobs of all that run without a manual action', () => {
    const shown = progressOf(
      jobs(
        'success',
        'failed',
        'canceled',
        'running',
        'pending',
        'created',
        'scheduled',
        'manual',
        'skipped',
      ),
    );
    assert.deepEqual(shown, { finished: 3, total: 7 });
    assert.deepEqual(progressOf(jobs('success', 'success')), { finished: 2, total: 2 });
  });

  it('is unknown without jobs that are counted', () => {
    assert.equal(progressOf([]), undefined);
    assert.equal(progressOf(jobs('manual', 'skipped')), undefined);
  });

  it('counts jobs in a status of newer servers as unfinished', () => {
    assert.deepEqual(progressOf(jobs('waiting_for_callback', 'success')), { finished: 1, total: 2 });
  });
});

describe('the remaining time of a pipeline', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  const earlier = [100, 300, 200].map((duration) => ({ duration, queued: undefined }));

  it('is the median of earlier pipelines without the time since the start', () => {
    assert.equal(remainingTime('2026-11-05T11:59:00Z', { earlier }, now), 140);
  });

  it('is unknown if the pipeline takes longer, has not started, or has too few earlier ones', () => {
    assert.equal(remainingTime('2026-11-05T11:56:40Z', { earlier }, now), undefined);
    for (const started of [undefined, null, 'soon'])
      assert.equal(remainingTime(started, { earlier }, now), undefined);
    assert.equal(remainingTime('2026-11-05T11:59:00Z', { earlier: earlier.slice(1) }, now), undefined);
  });

  it('is unknown if it contradicts the progress', () => {
    const remaining = (started: string, finished: number) =>
      remainingTime(started, { earlier, progress: { finished, total: 10 } }, now);
    assert.equal(remaining('2026-11-05T11:56:50Z', 0), undefined, '10 seconds for all of the jobs');
    assert.equal(remaining('2026-11-05T11:56:50Z', 9), 10);
    assert.equal(remaining('2026-11-05T11:59:50Z', 9), 190, 'the last job may take long');
    assert.equal(remaining('2026-11-05T11:59:00Z', 0), 140);
  });
});
