import assert from 'node:assert/strict';
import { failedCases, falseAlarms, isSameWithTimes, NEAR, passedCases, tryFailed } from './corpus';

/** The share of logs that must be right: the corpus also contains formats that no matcher knows yet. */
const GOAL = 0.95;

describe('corpus of job logs', () => {
  it('opens failed logs at the line that an engineer would choose', () => {
    const results = failedCases().map((one) => tryFailed(one));
    const misses = results.filter(({ distance }) => distance > NEAR);
    const listed = misses.map(({ tool, shown, expected }) => `${tool}: ${shown} instead of ${expected}`);
    assert.ok(results.length > 0 && misses.length <= results.length * (1 - GOAL), listed.join('\n'));
  });
  it('opens logs with timestamps at the same lines', () => {
    const others = failedCases().filter((one) => !isSameWithTimes(one));
    assert.deepEqual(
      others.map(({ tool }) => tool),
      [],
    );
  });
  it('finds the file, the line, and the message of problems', () => {
    const expected = failedCases().filter(({ problems = [] }) => problems.length > 0);
    const misses = expected.map((one) => tryFailed(one)).filter(({ missing }) => missing.length > 0);
    const listed = misses.map(({ tool, missing }) => `${tool}: ${missing.join(', ')}`);
    assert.ok(expected.length > 0 && misses.length <= expected.length * (1 - GOAL), listed.join('\n'));
  });
  for (const one of passedCases()) {
    it(`finds no error in the log of a job that passed: ${one.tool}`, () => {
      assert.deepEqual(falseAlarms(one), []);
    });
  }
});
