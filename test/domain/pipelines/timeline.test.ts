import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stagesOf } from '../../../src/domain/pipelines/grouping';
import { criticalPath, type Needs } from '../../../src/domain/pipelines/timeline';
import { aBridge, aJob } from '../../builders/jobs';

const CREATED = Date.parse('2026-01-02T10:00:00Z');
const at = (second: number): string => new Date(CREATED + second * 1000).toISOString();

interface Given {
  readonly stage: string;
  /** Seconds after the pipeline was created. */
  readonly from: number;
  readonly to?: number;
  readonly queued?: number;
  readonly status?: string;
}

let id = 0;
const job = (name: string, { stage, from, to, queued = 0, status = 'success' }: Given) => {
  const facts = {
    ...{ id: ++id, name, stage, status, created_at: at(0), started_at: at(from), queued_duration: queued },
    finished_at: to === undefined ? null : at(to),
  };
  return facts;
};
const path = (
  jobs: readonly ReturnType<typeof job>[],
  {
    bridges = [],
    now = 10_000,
    needs,
  }: { bridges?: readonly ReturnType<typeof job>[]; now?: number; needs?: Needs } = {},
): readonly string[] =>
  criticalPath(stagesOf(jobs.map(aJob), bridges.map(aBridge)), {
    created: CREATED,
    now: CREATED + now * 1000,
    needs,
  }).map(
    ({ member, waited, queued, ran }) => `${member.job.name} ${waited / 1000}+${queued / 1000}+${ran / 1000}`,
  );

/** Returns numbers from 0 to below a maximum; the same for the same seed. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

/**
 * Builds a pipeline around a path: in each stage, one job or trigger job ends last, after it waited and was queued, and
 * possibly after a failed attempt. All other jobs of the stage end earlier.
 */
function pipelineWithPath(seed: number) {
  const number = numbers(seed);
  const jobs: ReturnType<typeof job>[] = [];
  const bridges: ReturnType<typeof job>[] = [];
  const expected: string[] = [];
  let time = 0;
  for (let stage = 0, count = 1 + number(6); stage < count; stage++) {
    const begin = time;
    const isTrigger = number(4) === 0;
    for (let attempt = isTrigger || number(3) > 0 ? 1 : 0; attempt < 2; attempt++) {
      const [waited, queued, ran] = [number(3) === 0 ? number(600) : 0, number(20), 2 + number(120)];
      const from = time + waited + queued;
      time = from + ran;
      const status = attempt === 0 ? 'failed' : 'success';
      const given = { stage: `stage ${stage}`, from, to: time, queued, status };
      (isTrigger ? bridges : jobs).push(job(`last ${stage}`, given));
      expected.push(`last ${stage} ${waited}+${queued}+${ran}`);
    }
    for (let other = number(8); other > 0; other--) {
      const from = begin + number(time - begin);
      const to = from + number(time - from);
      jobs.push(job(`job ${stage} ${other}`, { stage: `stage ${stage}`, from, to }));
    }
  }
  return { jobs, bridges, expected };
}

describe('the critical path of a pipeline', () => {
  it('follows the needs of jobs instead of stages', () => {
    const jobs = [
      job('compile', { stage: 'build', from: 0, to: 60 }),
      job('docs', { stage: 'build', from: 0, to: 10 }),
      job('publish', { stage: 'deploy', from: 12, to: 100 }),
      job('notify', { stage: 'deploy', from: 61, to: 62 }),
    ];
    const needs = new Map([['publish', ['docs']]]);
    assert.deepEqual(path(jobs, { needs }), ['docs 0+0+10', 'publish 2+0+88']);
    assert.deepEqual(path(jobs.slice(0, 2).concat(jobs.slice(3)), { needs }), [
      'compile 0+0+60',
      'notify 1+0+1',
    ]);
    assert.deepEqual(path(jobs, { needs: new Map([['publish', []]]) }), ['publish 12+0+88']);
  });

  it('is right in 40 pipelines that are built from a known path', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { bridges, expected, jobs } = pipelineWithPath(seed);
      assert.deepEqual(path(jobs, { bridges }), expected, `pipeline ${seed}`);
    }
  });

  it('is empty before a job has started', () => {
    assert.deepEqual(path([]), []);
    assert.deepEqual(path([{ ...job('a', { stage: 'build', from: 0 }), started_at: '' }]), []);
  });

  it('contains the slowest job of each stage', () => {
    assert.deepEqual(
      path([
        job('install', { stage: 'build', from: 5, to: 20, queued: 5 }),
        job('compile', { stage: 'build', from: 5, to: 60, queued: 3 }),
        job('lint', { stage: 'test', from: 62, to: 70, queued: 2 }),
        job('unit', { stage: 'test', from: 63, to: 120, queued: 3 }),
        job('deploy', { stage: 'deploy', from: 121, to: 130, queued: 1 }),
      ]),
      ['compile 2+3+55', 'unit 0+3+57', 'deploy 0+1+9'],
    );
  });

  it('shows the time before a manual job was started', () => {
    assert.deepEqual(
      path([
        job('build', { stage: 'build', from: 0, to: 10 }),
        job('deploy', { stage: 'deploy', from: 610, to: 620, queued: 4 }),
      ]),
      ['build 0+0+10', 'deploy 596+4+10'],
    );
  });

  it('contains earlier attempts of a retried job', () => {
    assert.deepEqual(
      path([
        job('unit', { stage: 'test', from: 0, to: 50, status: 'failed' }),
        job('unit', { stage: 'test', from: 80, to: 140, queued: 5 }),
      ]),
      ['unit 0+0+50', 'unit 25+5+60'],
    );
  });

  it('continues to the current time while a job is running', () => {
    assert.deepEqual(path([job('unit', { stage: 'test', from: 10, status: 'running' })], { now: 40 }), [
      'unit 10+0+30',
    ]);
  });

  it('contains trigger jobs', () => {
    assert.deepEqual(
      path([job('build', { stage: 'build', from: 0, to: 10 })], {
        bridges: [job('child', { stage: 'deploy', from: 12, to: 90 })],
      }),
      ['build 0+0+10', 'child 2+0+78'],
    );
  });

  it('does not contain jobs of the same stage, which do not wait for each other', () => {
    assert.deepEqual(
      path([
        job('first', { stage: 'test', from: 0, to: 10 }),
        job('second', { stage: 'test', from: 20, to: 30, queued: 20 }),
      ]),
      ['second 0+20+10'],
    );
  });

  it('adds up to the time from the creation to the last end, in any pipeline of stages', () => {
    const stage = fc.array(fc.record({ wait: fc.nat(50), queue: fc.nat(50), run: fc.nat(500) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(stage, { minLength: 1, maxLength: 6 }), (stages) => {
        let begin = 0;
        const expected: string[] = [];
        const jobs = stages.flatMap((jobsOfStage, index) => {
          const made = jobsOfStage.map(({ wait, queue, run }, which) => {
            const from = begin + wait + queue;
            return job(`${index}-${which}`, { stage: `stage-${index}`, from, to: from + run, queued: queue });
          });
          const end = Math.max(...jobsOfStage.map(({ wait, queue, run }) => begin + wait + queue + run));
          expected.push(`stage-${index} ${end - begin}`);
          begin = end;
          return made;
        });
        const found = criticalPath(stagesOf(jobs.map(aJob), []), { created: CREATED, now: CREATED });
        assert.deepEqual(
          found.map(
            ({ member, waited, queued, ran }) => `${member.job.stage} ${(waited + queued + ran) / 1000}`,
          ),
          expected,
        );
      }),
    );
  });
});
