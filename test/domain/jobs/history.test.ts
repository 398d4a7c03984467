import assert from 'node:assert/strict';
import fc from 'fast-check';
import { historyFacts, type JobRun, median } from '../../../src/domain/jobs/history';

function aRun(facts: Partial<JobRun> & { readonly id: number }): JobRun {
  return {
    status: 'success',
    allow_failure: false,
    ref: 'main',
    pipeline: facts.id,
    sha: `commit ${facts.id}`,
    title: undefined,
    created: undefined,
    started: undefined,
    finished: undefined,
    duration: undefined,
    queued: undefined,
    who: undefined,
    runner: undefined,
    ...facts,
  };
}

const anyRuns = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 500 }),
      status: fc.constantFrom('success', 'failed', 'canceled', 'running', 'skipped', 'invented'),
      sha: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
      pipeline: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      duration: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: undefined }),
    }),
    { selector: ({ id }) => id, maxLength: 60 },
  )
  .map((runs) => runs.map(aRun));

describe('job history', () => {
  it('counts the passed runs among those that passed or failed', () => {
    const facts = historyFacts([
      aRun({ id: 1 }),
      aRun({ id: 2, status: 'failed' }),
      aRun({ id: 3, status: 'canceled' }),
      aRun({ id: 4, status: 'running' }),
    ]);
    assert.equal(facts.passed, 1);
    assert.equal(facts.finished, 2);
  });

  it('marks a commit as flaky if a failure was followed by a success, in one or several pipelines', () => {
    const facts = historyFacts([
      aRun({ id: 1, status: 'failed', sha: 'a', pipeline: 1 }),
      aRun({ id: 2, status: 'failed', sha: 'a', pipeline: 1 }),
      aRun({ id: 3, sha: 'a', pipeline: 2 }),
      aRun({ id: 4, status: 'failed', sha: 'b' }),
      aRun({ id: 5, sha: 'c' }),
      aRun({ id: 6, status: 'failed', sha: 'c' }),
    ]);
    assert.equal(facts.flakyCommits, 1);
    assert.deepEqual([...facts.flakyRuns], [1, 2]);
  });

  it('groups runs by pipeline if the commit is unknown', () => {
    const facts = historyFacts([
      aRun({ id: 1, status: 'failed', sha: undefined, pipeline: 7 }),
      aRun({ id: 2, sha: undefined, pipeline: 7 }),
      aRun({ id: 3, status: 'failed', sha: undefined, pipeline: undefined }),
      aRun({ id: 4, sha: undefined, pipeline: undefined }),
    ]);
    assert.deepEqual([...facts.flakyRuns], [1]);
  });

  it('finds the first failure since the last success, and nothing if the last run passed', () => {
    const runs = [aRun({ id: 1 }), aRun({ id: 2, status: 'failed' }), aRun({ id: 3, status: 'failed' })];
    assert.equal(historyFacts(runs).lastPassed?.id, 1);
    assert.equal(historyFacts(runs).failingSince?.id, 2);
    assert.equal(historyFacts([...runs, aRun({ id: 4 })]).failingSince, undefined);
    assert.equal(historyFacts(runs.slice(1)).lastPassed, undefined);
    assert.equal(historyFacts(runs.slice(1)).failingSince?.id, 2);
  });

  it('measures the durations of passed runs', () => {
    const runs = Array.from({ length: 10 }, (_, at) => aRun({ id: at + 1, duration: (at + 1) * 10 }));
    const { durations } = historyFacts([...runs, aRun({ id: 99, status: 'failed', duration: 1 })]);
    assert.deepEqual(durations, { runs: 10, median: 55, p90: 90, shortest: 10, longest: 100 });
  });

  it('has no trend for fewer than four runs', () => {
    const runs = [1, 2, 3].map((id) => aRun({ id, duration: id }));
    assert.equal(historyFacts(runs).trend, undefined);
    assert.deepEqual(historyFacts([...runs, aRun({ id: 4, duration: 9 })]).trend, {
      points: [1, 2, 3, 9],
      runsInPoint: 1,
      older: 1.5,
      newer: 6,
    });
  });

  it('is empty without runs', () => {
    assert.deepEqual(historyFacts([]), {
      passed: 0,
      finished: 0,
      flakyCommits: 0,
      flakyRuns: new Set(),
      durations: undefined,
      trend: undefined,
      lastPassed: undefined,
      failingSince: undefined,
    });
  });

  it("doesn't depend on the order of the runs", () => {
    fc.assert(
      fc.property(anyRuns, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (runs, keys) => {
        const shuffled = runs
          .map((run, at) => ({ run, key: keys[at] ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ run }) => run);
        assert.deepEqual(historyFacts(shuffled), historyFacts(runs));
      }),
    );
  });

  it('has consistent numbers for any runs', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const { passed, finished, flakyCommits, flakyRuns, durations, trend, lastPassed, failingSince } =
          historyFacts(runs);
        assert.ok(passed <= finished && finished <= runs.length);
        assert.ok(flakyCommits <= flakyRuns.size && flakyRuns.size <= finished - passed);
        assert.ok(flakyCommits <= passed, 'each has a success of its own');
        if (durations !== undefined) {
          const { shortest, median: middle, p90, longest } = durations;
          assert.ok(shortest <= middle && middle <= p90 && p90 <= longest);
        }
        if (trend !== undefined && durations !== undefined) {
          assert.ok(trend.points.length <= 32 && trend.points.length >= 1);
          for (const point of [...trend.points, trend.older, trend.newer])
            assert.ok(point >= durations.shortest && point <= durations.longest);
        }
        if (failingSince !== undefined) assert.ok(failingSince.id > (lastPassed?.id ?? 0));
        for (const { id, status } of runs) if (status === 'success') assert.ok(id <= (lastPassed?.id ?? 0));
      }),
      { numRuns: 500 },
    );
  });

  it('includes every run of a trend in exactly one of its points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 400 }), (count) => {
        const runs = Array.from({ length: count }, (_, at) => aRun({ id: at + 1, duration: at }));
        const { trend } = historyFacts(runs);
        assert.ok(trend);
        assert.equal(trend.points.length, Math.ceil(count / trend.runsInPoint));
        assert.deepEqual(
          trend.points,
          [...trend.points].sort((one, other) => one - other),
        );
      }),
    );
  });
});

describe('median', () => {
  it('has as many values above as below', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        assert.ok(below <= values.length / 2 && above <= values.length / 2);
      }),
    );
  });
});
