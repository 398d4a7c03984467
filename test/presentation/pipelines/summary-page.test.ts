import assert from 'node:assert/strict';
import { stagesOf } from '../../../src/domain/pipelines/grouping';
import { summaryPage } from '../../../src/presentation/pipelines/summary-page';
import type { PipelineSummary } from '../../../src/presentation/pipelines/summary-parts';
import { aBridge, aJob, aPipeline } from '../../builders/jobs';

const CREATED = Date.parse('2026-01-02T10:00:00Z');
const at = (second: number): string => new Date(CREATED + second * 1000).toISOString();

let id = 100;
const job = (name: string, stage: string, facts: Readonly<Record<string, unknown>> = {}) =>
  aJob({ id: ++id, name, stage, ...facts });
const ran = (from: number, to: number) => ({ started_at: at(from), finished_at: at(to) });

const JOBS = [
  job('install', 'build', ran(5, 25)),
  job('compile', 'build', { ...ran(5, 65), queued_duration: 5 }),
  job('unit-tests', 'test', { ...ran(70, 130), status: 'failed', failure_reason: 'script_failure' }),
  job('lint', 'test', { ...ran(70, 75), status: 'failed', allow_failure: true }),
  job('deploy', 'deploy', { status: 'skipped' }),
];
const BRIDGE = aBridge({
  ...{ id: ++id, name: 'e2e', stage: 'deploy', status: 'success', ...ran(130, 131) },
  downstream_pipeline: { id: 7, project_id: 2, status: 'running', ref: 'main' },
});

const page = (changes: Partial<PipelineSummary> = {}) =>
  summaryPage({
    ...{
      base: 'https://git.example',
      project: 1,
      id: 9,
      stages: stagesOf(JOBS, [BRIDGE]),
      isCut: false,
      needs: undefined,
      durations: undefined,
      groups: [],
    },
    pipeline: {
      ...aPipeline({ id: 9, status: 'failed', source: 'push', created_at: at(0), sha: '1a2b3c4d'.repeat(5) }),
      ...{ duration: 126, queued_duration: 4, user: { id: 1, username: 'ada', name: 'Ada' } },
    },
    title: 'Add cart',
    problem: undefined,
    now: CREATED + 600_000,
    ...changes,
  });
const partOf = (name: string): readonly string[] => {
  const { parts, text } = page();
  const found = parts.find((part) => part.name === name);
  assert.ok(found, name);
  return text.split('\n').slice(found.first, found.last + 1);
};

describe('the summary of a pipeline', () => {
  it('starts with the state, the times, the author, and the commit', () => {
    assert.deepEqual(page().text.split('\n').slice(0, 4), [
      'Pipeline #9 main',
      'failed · ran for 2m 6s · queued for 4s',
      'created 10 minutes ago · Ada · push',
      '1a2b3c4d Add cart',
    ]);
  });

  it('compares a passed pipeline with the median of earlier ones', () => {
    const passed = { ...aPipeline({ status: 'success', ref: 'main' }), duration: 126, queued_duration: 4 };
    const lineWith = (
      durations: PipelineSummary['durations'],
      pipeline: PipelineSummary['pipeline'] = passed,
    ) => page({ durations, pipeline }).text.split('\n')[2];
    const run = (duration: number, queued: number | undefined = 4) => ({ duration, queued });
    assert.equal(
      lineWith([run(60), run(66), run(600)]),
      '1m longer than the median of the last 3 similar passed pipelines of main (1m 6s)',
    );
    assert.equal(
      lineWith([run(240), run(246), run(250)]),
      '2m shorter than the median of the last 3 similar passed pipelines of main (4m 6s)',
    );
    assert.equal(
      lineWith([run(126), run(130), run(120)]),
      'about as long as the median of the last 3 similar passed pipelines of main (2m 6s)',
    );
    assert.match(
      lineWith([run(126), run(130), run(120)], { ...passed, queued_duration: 424 }) ?? '',
      / · queued for 7m longer than usual$/,
    );
    for (const status of ['failed', 'canceled'])
      assert.doesNotMatch(lineWith([run(60), run(66), run(600)], { ...passed, status }) ?? '', /median/);
    assert.doesNotMatch(lineWith([run(60), run(66)]) ?? '', /median/);
    const running = { ...passed, status: 'running' };
    assert.doesNotMatch(lineWith([run(1), run(1), run(1)], running) ?? '', /median/);
  });

  it('links to the merge request of its pipeline, and to artifacts', () => {
    const pipeline = aPipeline({ id: 9, ref: 'refs/merge-requests/12/head' });
    const built = job('compile', 'build', {
      ...ran(0, 5),
      ...{ artifacts_file: { filename: 'artifacts.zip', size: 2_000_000 }, artifacts_expire_at: null },
    });
    const { links, text } = page({ pipeline, stages: stagesOf([built, ...JOBS], []) });
    assert.match(text, /^Merge request !12$/m);
    assert.match(text, /^Artifacts\ncompile {2}2 MB {2}don't expire$/m);
    assert.deepEqual(
      links.map(({ link }) => [link.command, link.argument]),
      [
        [
          'switchyard.openMergeRequest',
          {
            target: {
              kind: 'merge-request',
              mergeRequest: { base: 'https://git.example', project: 1, iid: 12 },
            },
          },
        ],
        [
          'switchyard.browseArtifacts',
          {
            target: {
              kind: 'job',
              pipeline: { base: 'https://git.example', project: 1, pipeline: 9 },
              job: built.id,
            },
          },
        ],
      ],
    );
  });

  it('states that only some needs are known', () => {
    const sentence = /^The needs of some jobs aren't known\./m;
    assert.match(page({ needs: { needs: new Map(), isCut: true } }).text, sentence);
    assert.doesNotMatch(page({ needs: { needs: new Map(), isCut: false } }).text, sentence);
  });

  it('lists failed jobs with their reason and a link to the log, without allowed failures', () => {
    assert.deepEqual(partOf('Failed Jobs'), [
      'Failed Jobs',
      'unit-tests  test  script failure  7 minutes ago',
    ]);
    const { places, parts } = page();
    const { first = 0 } = parts.find(({ name }) => name === 'Failed Jobs') ?? {};
    assert.equal(places.find(({ line }) => line === first + 1)?.place.name, 'unit-tests');
  });

  it('shows the critical path, with what each job waited for', () => {
    assert.deepEqual(partOf('Critical Path'), [
      'Critical Path',
      'These jobs determined the time of 2m 11s from the creation to the last end.',
      'Job         Waited  Queued  Ran',
      'compile     0s      5s      1m',
      'unit-tests  5s      0s      1m',
      'e2e         0s      0s      1s',
    ]);
  });

  it('shows the jobs of each stage with bars on one time axis', () => {
    assert.deepEqual(partOf('Stage build'), [
      'Stage build',
      'compile     passed                    ██████████████················  1m',
      'install     passed                    █████·························  20s',
    ]);
    assert.deepEqual(partOf('Stage deploy').slice(1), [
      'deploy      skipped',
      `e2e         passed                    ${'·'.repeat(29)}█  1s`,
    ]);
  });

  it('links to the summaries of downstream pipelines', () => {
    assert.deepEqual(partOf('Downstream Pipelines'), ['Downstream Pipelines', 'e2e  #7 main  running']);
    assert.deepEqual(
      page().links.map(({ link }) => link.argument),
      [{ target: { kind: 'pipeline', pipeline: { base: 'https://git.example', project: 2, pipeline: 7 } } }],
    );
  });

  it('states that it is loading, that there are no jobs, and why it could not be loaded', () => {
    const nothing = { pipeline: undefined, stages: undefined, title: undefined };
    assert.equal(page(nothing).text, 'Pipeline #9\n\nLoading…');
    assert.equal(
      page({ ...nothing, problem: "Couldn't load the pipeline." }).text,
      "Pipeline #9\nCouldn't load the pipeline.\n",
    );
    assert.match(page({ stages: [] }).text, /\nThe pipeline has no jobs\.\n\nDetails\n/);
    const pipeline = { ...aPipeline(), yaml_errors: 'jobs: unit must have a script' };
    assert.match(page({ pipeline, stages: [] }).text, /\njobs: unit must have a script\n/);
    assert.match(page({ isCut: true }).text, /\nThe pipeline has more jobs than are shown here\.\n/);
  });

  it('keeps texts of the server on their lines, and cuts long names', () => {
    const stages = stagesOf([job(`a\n${'long'.repeat(30)}`, 'te\nst', ran(0, 5))], []);
    const { text } = page({ stages, title: 'one\ntwo' });
    assert.match(text, /^1a2b3c4d one two$/m);
    assert.match(text, /^Stage te st$/m);
    assert.ok(text.split('\n').every((line) => line.length < 200));
  });

  it('names the resource groups that jobs wait for, and the jobs that use them', () => {
    const blocked = job('deploy', 'deploy', { status: 'waiting_for_resource' });
    const current = aJob({ id: 7, name: 'migrate', status: 'running', pipeline: aPipeline({ id: 8 }) });
    const group = { name: 'production', jobs: [blocked.id], waiting: 3, current };
    const stages = stagesOf([blocked], []);
    const { text, places } = page({ stages, groups: [group] });
    assert.match(
      text,
      /^Waiting for a Resource Group\ndeploy {2}production {2}used by migrate of pipeline #8 {2}2 other jobs are waiting$/m,
    );
    assert.deepEqual(
      places.map(({ place }) => place),
      [{ base: 'https://git.example', project: 1, job: 7, name: 'migrate' }],
    );
    const free = { ...group, waiting: 1, current: undefined };
    assert.match(
      page({ stages, groups: [free] }).text,
      /^Waiting for a Resource Group\ndeploy {2}production *$/m,
    );
    assert.doesNotMatch(page({ stages, groups: [{ ...free, jobs: [1] }] }).text, /Waiting for a Resource/);
  });

  it('lists the runners with their managers and jobs', () => {
    const runner = {
      ...{ id: 3, description: 'big-one', name: 'gitlab-runner', ip_address: '10.0.0.4', status: 'online' },
      ...{ runner_type: 'group_type', paused: true },
    };
    const runner_manager = {
      ...{ id: 8, system_id: 's_1', version: '18.4.0', revision: '139a0ac0', status: 'never_contacted' },
      ...{ platform: 'linux', architecture: 'arm64', ip_address: '10.0.0.5' },
      ...{ created_at: at(0), contacted_at: at(60) },
    };
    const jobs = [
      job('compile', 'build', { runner, runner_manager }),
      job('unit-tests', 'test', { runner, runner_manager }),
      job('lint', 'test', { runner: { id: 4, is_shared: true, online: true } }),
      job('deploy', 'deploy', { runner: null }),
    ];
    const lines = page({ stages: stagesOf(jobs, []) }).text.split('\n');
    const first = lines.indexOf('Runners') + 1;
    const [big, manager, names, small, others] = lines.slice(first, first + 5);
    assert.equal(big, 'big-one  #3 · online · paused · group · gitlab-runner · 10.0.0.4');
    assert.match(
      manager ?? '',
      /^ {9}runner manager #8 · never contacted · 18\.4\.0 \(139a0ac0\) · linux\/arm64 · s_1 · 10\.0\.0\.5 · last contact .*2026.* · registered .*2026/,
    );
    assert.equal(names, '         2 jobs · compile, unit-tests');
    assert.deepEqual([small, others], ['#4       #4 · online · instance', '         1 job · lint']);
    assert.doesNotMatch(page().text, /^Runners$/m, 'no job has a runner');
  });

  it('ends with the attributes that the other parts omit, and the commit message', () => {
    const message = 'Add cart\n\nThe cart keeps its items.';
    const commit = {
      ...{ id: '1a2b3c4d'.repeat(5), title: 'Add cart', message, created_at: at(-60) },
      ...{ author_name: 'Ada', author_email: 'ada@git.example' },
    };
    const pipeline = {
      ...aPipeline({ id: 9, iid: 4, project_id: 1, sha: commit.id, name: 'Nightly', ref: 'main' }),
      ...{ before_sha: '9'.repeat(40), coverage: '87.50', started_at: at(4), finished_at: at(130) },
      ...{ updated_at: at(131), created_at: at(0), web_url: 'https://git.example/p/9' },
      user: { id: 1, username: 'ada', name: 'Ada' },
    };
    const { text } = page({ pipeline, stages: stagesOf([job('lint', 'test', { commit })], []) });
    const details = /^Details\n([^]*?)\n\n/m.exec(text)?.[1] ?? '';
    const values = new Map(
      details.split('\n').map((line) => {
        const [name = '', value = ''] = line.split(/ {2,}/);
        return [name, value];
      }),
    );
    const expected = {
      ...{ Name: 'Nightly', 'Number in the project': '4', 'Project ID': '1', Ref: 'main', Commit: commit.id },
      ...{ 'Commit author': 'Ada <ada@git.example>', 'Previous commit': '9'.repeat(40) },
      ...{ 'Started by': 'Ada (@ada)', Coverage: '87.5%', Page: 'https://git.example/p/9' },
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(values.get(name), value, name);
    for (const name of ['Commit created', 'Created', 'Started', 'Finished', 'Updated'])
      assert.match(values.get(name) ?? '', /2026.*\(\d+ minutes ago\)$/, name);
    assert.match(text, /\nCommit Message\nAdd cart\n\nThe cart keeps its items\.\n$/);
  });

  it('omits a missing previous commit, and a commit message without a body', () => {
    const pipeline = { ...aPipeline({ id: 9 }), before_sha: '0'.repeat(40), tag: true };
    const commit = { id: 'a'.repeat(40), message: 'Add cart\n' };
    const { text } = page({ pipeline, stages: stagesOf([job('lint', 'test', { commit })], []) });
    assert.match(text, /^Tag {2,}main$/m);
    assert.doesNotMatch(text, /Previous commit|Commit Message|Commit author|Started by/);
  });

  it('cuts a long commit message', () => {
    const commit = { id: 'a'.repeat(40), message: `Title\n\n${'line\n'.repeat(500)}` };
    const { text } = page({ stages: stagesOf([job('lint', 'test', { commit })], []) });
    const lines = text.slice(text.indexOf('\nCommit Message\n')).trim().split('\n');
    assert.deepEqual([lines.length, lines.at(-1)], [102, '…']);
  });

  it('lists reports next to the archive, and of jobs without an archive', () => {
    const junit = { file_type: 'junit', filename: 'junit.xml.gz', size: 1_750, file_format: 'gzip' };
    const log = { file_type: 'trace', filename: 'job.log', size: 300 };
    const metadata = { file_type: 'metadata', filename: 'metadata.gz', size: 200 };
    const archive = { file_type: 'archive', filename: 'artifacts.zip', size: 2_000_000 };
    const jobs = [
      job('compile', 'build', {
        ...{ artifacts: [archive, metadata, log, junit], artifacts_expire_at: null },
        artifacts_file: { filename: 'artifacts.zip', size: 2_000_000 },
      }),
      job('unit-tests', 'test', { artifacts: [junit, log] }),
      job('lint', 'test', { artifacts: [log] }),
    ];
    const lines = page({ stages: stagesOf(jobs, []) }).text.split('\n');
    const first = lines.indexOf('Artifacts');
    assert.deepEqual(lines.slice(first, first + 4), [
      'Artifacts',
      "compile     2 MB  don't expire  junit · junit.xml.gz · 1.8 kB",
      'unit-tests                      junit · junit.xml.gz · 1.8 kB',
      '',
    ]);
  });
});
