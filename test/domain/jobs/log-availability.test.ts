import assert from 'node:assert/strict';
import { hasLog, noLogReason } from '../../../src/domain/jobs/log-availability';

const TIME = '2026-11-05T12:00:00Z';

describe('job log availability', () => {
  it('is true after the job has started, until its log is erased', () => {
    const times = (started_at?: string | null, erased_at?: string | null) => ({ started_at, erased_at });
    assert.deepEqual(
      [times(), times(null, null), times(TIME), times(TIME, null), times(TIME, TIME)].map(hasLog),
      [false, false, true, true, false],
    );
  });

  it('has a reason if the log is missing', () => {
    assert.equal(noLogReason({}), 'not-started');
    assert.equal(noLogReason({ started_at: TIME, erased_at: TIME }), 'erased');
    assert.equal(
      noLogReason({ erased_at: TIME }),
      'erased',
      'an erased job was started, whatever its times are',
    );
    assert.equal(noLogReason({ started_at: TIME }, 'bridge'), 'trigger');
    assert.equal(noLogReason({ started_at: TIME }), undefined);
  });
});
