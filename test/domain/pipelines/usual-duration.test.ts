import assert from 'node:assert/strict';
import { compareDuration, usualDuration } from '../../../src/domain/pipelines/usual-duration';

const runs = (...durations: readonly number[]) => durations.map((duration) => ({ duration, queued: 10 }));

describe('the usual duration of a pipeline', () => {
  it('is the median of earlier pipelines, and unknown with fewer than three', () => {
    assert.deepEqual(usualDuration(runs(60, 600, 90)), { count: 3, duration: 90, queued: 10 });
    assert.equal(usualDuration(runs(60, 90)), undefined);
    assert.equal(usualDuration([]), undefined);
  });

  it('has no time in the queue if too few pipelines have one', () => {
    const unknown = { duration: 60, queued: undefined };
    assert.equal(usualDuration([unknown, unknown, ...runs(60)])?.queued, undefined);
  });

  it('differs by seconds, and small differences count as none', () => {
    const usual = { count: 5, duration: 600, queued: 10 };
    const differences = (duration: number, queued: number | undefined) => {
      const found = compareDuration({ duration, queued }, usual);
      return [found.duration, found.queued];
    };
    assert.deepEqual(differences(1140, 430), [540, 420]);
    assert.deepEqual(differences(300, 0), [-300, -10]);
    assert.deepEqual(differences(650, 13), [0, 0]);
    assert.deepEqual(differences(600, undefined), [0, 0]);
  });
});
