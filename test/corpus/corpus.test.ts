import assert from 'node:assert/strict';
import { logSet, recordedNames, type SetName } from './cases';
import { ambiguousLines, falseAlarms, isSameWithTimes, missingOfTool, tryFailed } from './corpus';
import { isSealed } from './sealed';

/** The shares of a set that must be right: it also contains formats that no matcher knows yet. */
interface Goals {
  readonly exact: number;
  /** Opened at most three lines from the expected line. */
  readonly near: number;
  /** Failed logs with all their problems. */
  readonly problems: number;
  readonly passed: number;
  readonly tools: number;
}

const GOALS = {
  corpus: { exact: 0.93, near: 0.98, problems: 0.99, passed: 1, tools: 1 },
  field: { exact: 0.95, near: 0.98, problems: 0.95, passed: 1, tools: 0.98 },
  real: { exact: 0.93, near: 0.95, problems: 0.96, passed: 1, tools: 1 },
} as const satisfies Partial<Record<SetName, Goals>>;

/** Fails with the list of misses if there are too many of them. */
function assertShare(misses: readonly string[], all: number, goal: number): void {
  assert.ok(misses.length <= all * (1 - goal), `${all - misses.length} of ${all}\n${misses.join('\n')}`);
}

for (const name of ['corpus', 'field', 'real'] as const) {
  const goals = GOALS[name];

  describe(`job logs: ${name}`, () => {
    const { failed, passed, tools } = logSet(name);
    const results = failed.map((one) => tryFailed(one));
    const missed = (isRight: (result: (typeof results)[number]) => boolean): readonly string[] =>
      results
        .filter((one) => !isRight(one))
        .map(({ id, opened, expected }) => `${id}: ${opened.text} instead of ${expected}`);

    it('opens failed logs at a line that an engineer would choose', () => {
      assert.ok(results.length > 0);
      assertShare(
        missed(({ opened }) => opened.isExact),
        results.length,
        goals.exact,
      );
    });
    it('opens failed logs near such a line', () => {
      assertShare(
        missed(({ opened }) => opened.isNear),
        results.length,
        goals.near,
      );
    });
    it('finds the file, the line, and the message of problems', () => {
      const located = results.filter((one) => one.located > 0);
      const misses = located.filter(({ missing }) => missing.length > 0);
      const listed = misses.map(({ id, missing }) => `${id}: ${missing.join(', ')}`);
      assertShare(listed, located.length, goals.problems);
    });
    it('finds the problems in the output of single tools', () => {
      const found = tools.map((one) => ({ id: one.id, missing: missingOfTool(one) }));
      const misses = found.filter(({ missing }) => missing.length > 0);
      const listed = misses.map(({ id, missing }) => `${id}: ${missing.join(', ')}`);
      assertShare(listed, tools.length, goals.tools);
    });
    it('finds no error in the logs of jobs that passed', () => {
      const alarms = passed.map((one) => ({ id: one.id, found: falseAlarms(one) }));
      const misses = alarms.filter(({ found }) => found.length > 0);
      const listed = misses.map(({ id, found }) => `${id}: ${found.join(', ')}`);
      assertShare(listed, passed.length, goals.passed);
    });
  });
}

describe('job logs with timestamps', () => {
  it('open at the same lines', () => {
    const others = logSet('corpus').failed.filter((one) => !isSameWithTimes(one));
    assert.deepEqual(
      others.map(({ id }) => id),
      [],
    );
  });
});

describe('recorded logs', () => {
  it('are in the folder that their name determines', () => {
    assert.deepEqual(recordedNames('real').filter(isSealed), []);
    assert.deepEqual(
      recordedNames('sealed').filter((name) => !isSealed(name)),
      [],
    );
  });
  it('have the name of their file as ID', () => {
    const { failed, passed } = logSet('real');
    const ids = [...failed.map(({ id }) => id), ...passed.map(({ id }) => `passed-${id}`)];
    assert.deepEqual(ids, recordedNames('real'));
  });
  it('have expected lines that are unique, or state which one is meant', () => {
    const unclear = logSet('real').failed.flatMap((one) => ambiguousLines(one));
    assert.deepEqual(unclear, []);
  });
});
