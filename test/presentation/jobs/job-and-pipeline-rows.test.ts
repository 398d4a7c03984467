import assert from 'node:assert/strict';
import { waitReason } from '../../../src/domain/jobs/waiting';
import { isFlaky, stagesOf } from '../../../src/domain/pipelines/grouping';
import { attemptRow, bridgeRow, jobRow } from '../../../src/presentation/jobs/rows';
import {
  foreignPageRow,
  olderRow,
  pipelineRow,
  projectRow,
  stageRow,
} from '../../../src/presentation/pipelines/rows';
import { refName } from '../../../src/presentation/shared/ref-name';
import { statusIcon, statusWord } from '../../../src/presentation/shared/status-icons';
import { JOB_STATUSES } from '../../../src/schemas/job';
import { aBridge, aJob, aPipeline } from '../../builders/jobs';

const now = Date.parse('2026-11-05T12:00:00Z');
const idle = { now, busy: false };

describe('rows of the Pipelines view', () => {
  it('show status, duration, and age of a job, also in the accessible label', () => {
    const job = aJob({
      id: 7,
      name: 'unit-tests',
      status: 'failed',
      failure_reason: 'script_failure',
      duration: 192,
      finished_at: '2026-11-05T11:55:00Z',
    });
    const row = jobRow(job, idle);
    assert.equal(row.label, 'unit-tests');
    assert.equal(row.description, '3m 12s · 5 min');
    assert.equal(row.accessibleLabel, 'Job unit-tests, failed, 3 minutes 12 seconds, 5 minutes ago');
    assert.deepEqual(row.contextTokens, ['job', 'log', 'retry', 'erase']);
    assert.deepEqual(
      row.details?.find(({ name }) => name === 'Reason'),
      { name: 'Reason', value: 'script failure' },
    );
  });

  it("show a status as text only if the icon doesn't show it, and always in the accessible label", () => {
    const shown = (status: string) => jobRow(aJob({ status }), idle).description;
    for (const status of ['success', 'failed', 'running', 'canceled'])
      assert.equal(shown(status), '', status);
    assert.equal(shown('waiting_for_resource'), 'waiting for resource group');
    assert.equal(shown('status_of_a_newer_server'), 'status of a newer server');
    for (const status of JOB_STATUSES)
      assert.match(jobRow(aJob({ status }), idle).accessibleLabel, new RegExp(statusWord({ status })));
  });

  it('show the stage of a job if the stage has no row', () => {
    const row = jobRow(aJob({ stage: 'verify', duration: 5 }), { ...idle, showsStage: true });
    assert.equal(row.description, 'verify · 5s');
  });

  it('show number, ref, and age of a pipeline, then the whole title and the author of its commit', () => {
    const pipeline = aPipeline({ id: 5, ref: 'main', status: 'success', created_at: '2026-11-05T11:00:00Z' });
    const title = 'Round half cents up in the prices of all articles that are sold by weight';
    const titled = { title, author: 'Dana Lindqvist' };
    const row = pipelineRow(pipeline, { now, titled });
    assert.deepEqual([row.label, row.description], ['#5 main', `1 hr · ${title} · Dana Lindqvist`]);
    assert.match(row.accessibleLabel, /^Pipeline 5, main, passed, Round half cents up in the prices of /);
    const fact = (wanted: string) => row.details?.find(({ name }) => name === wanted)?.value;
    assert.equal(fact('Commit message'), titled.title);
    assert.deepEqual(
      [fact('Pipeline'), fact('Commit')],
      ['#5', `${pipeline.sha.slice(0, 8)} · Dana Lindqvist`],
    );
    const ofRequest = pipelineRow({ ...pipeline, ref: 'refs/merge-requests/12/head' }, { now });
    assert.match(ofRequest.accessibleLabel, /^Pipeline 5, merge request !12, passed/);
    const unnamed = pipelineRow(pipeline, { now });
    assert.deepEqual([unnamed.label, unnamed.description], ['#5 main', '1 hr']);
    const waits = pipelineRow({ ...pipeline, status: 'manual' }, { now, titled });
    assert.equal(waits.description, `manual · 1 hr · ${title} · Dana Lindqvist`);
  });

  it('name a later pipeline for the same commit instead of repeating the title', () => {
    const pipeline = aPipeline({ id: 5, ref: 'main', status: 'success', created_at: '2026-11-05T11:00:00Z' });
    const titled = { title: 'Round half cents up', author: 'Dana Lindqvist' };
    const row = pipelineRow(pipeline, { now, titled, sameCommitAs: 7 });
    assert.equal(row.description, '1 hr · same commit as #7');
    assert.match(row.accessibleLabel, /^Pipeline 5, main, passed, same commit as #7, /);
    assert.equal(row.details?.find(({ name }) => name === 'Commit message')?.value, titled.title);
  });

  it('show the progress of a running pipeline instead of its age', () => {
    const pipeline = aPipeline({ id: 5, ref: 'main', status: 'running', created_at: '2026-11-05T11:00:00Z' });
    const rowWith = (remaining: number | undefined, finished?: number) =>
      pipelineRow(pipeline, {
        now,
        progress: { jobs: finished === undefined ? undefined : { finished, total: 13 }, remaining },
        titled: { title: 'Round cents', author: undefined },
      });
    const row = rowWith(133, 7);
    assert.equal(row.description, '7/13 · about 2m left · Round cents');
    assert.match(row.accessibleLabel, /running, 7 of 13 jobs finished · about 2m left, Round cents/);
    assert.equal(
      row.details?.find(({ name }) => name === 'Progress')?.value,
      '7 of 13 jobs finished · about 2m left',
    );
    const shown = (remaining: number | undefined, finished?: number) =>
      rowWith(remaining, finished).description;
    assert.equal(shown(undefined, 0), '0/13 · Round cents');
    assert.equal(shown(44), 'about 40s left · Round cents');
    assert.equal(shown(2), 'about 10s left · Round cents');
    assert.equal(shown(3_700), 'about 1h 2m left · Round cents');
    assert.equal(shown(undefined), '1 hr · Round cents', 'nothing is known');
    const watched = pipelineRow(pipeline, {
      ...{ now, isWatched: true, progress: { jobs: { finished: 7, total: 13 }, remaining: 133 } },
    });
    assert.equal(watched.description, '7/13 · about 2m left · watched');
  });

  it("offer comparing a job's log only if it exists, and with earlier attempts only if they exist", () => {
    const ran = { status: 'success', started_at: '2026-11-05T11:50:00Z' } as const;
    const erased = { ...ran, erased_at: '2026-11-05T11:55:00Z' };
    const offered = (job: Parameters<typeof aJob>[0], ...earlier: Parameters<typeof aJob>[0][]) =>
      jobRow(aJob(job), { ...idle, earlier: earlier.map(aJob) }).contextTokens.filter((word) =>
        /^(compare|earlier)$/.test(word),
      );
    assert.deepEqual(offered({ status: 'manual' }, ran), []);
    assert.deepEqual(offered(erased, ran), []);
    assert.deepEqual(offered(ran), ['compare']);
    assert.deepEqual(offered(ran, ran), ['compare', 'earlier']);
    assert.deepEqual(offered(ran, erased, { status: 'canceled' }), ['compare'], 'they have no log');
    assert.ok(attemptRow(aJob(ran), idle).contextTokens.includes('earlier'));
  });

  it("show that a job's log was erased, and the time in the tooltip", () => {
    const job = aJob({ status: 'failed', duration: 5, erased_at: '2026-11-05T11:55:00Z' });
    const row = jobRow(job, idle);
    assert.equal(row.description, 'log erased · 5s');
    assert.match(row.accessibleLabel, /failed, log erased, 5 seconds/);
    assert.match(row.details?.find(({ name }) => name === 'Log erased')?.value.toString() ?? '', /2026/);
    assert.match(attemptRow(job, idle).description ?? '', /log erased/);
    assert.doesNotMatch(jobRow(aJob({ status: 'failed' }), idle).description ?? '', /erased/);
  });

  it('show the number of a merge request instead of its ref in the tooltip', () => {
    const refOf = (row: ReturnType<typeof jobRow>) => row.details?.find(({ name }) => name === 'Ref')?.value;
    const ref = 'refs/merge-requests/12/head';
    assert.equal(refOf(jobRow(aJob({ ref }), idle)), undefined, 'the row above has it');
    assert.equal(refOf(pipelineRow(aPipeline({ ref }), { now })), '!12');
  });

  it('show the reason of a failed job unless it is the script', () => {
    const job = aJob({ status: 'failed', failure_reason: 'runner_system_failure', duration: 5 });
    assert.equal(jobRow(job, idle).description, 'runner system failure · 5s');
    const newer = aJob({ status: 'failed', failure_reason: 'cosmic_rays' });
    assert.equal(jobRow(newer, idle).description, 'cosmic rays');
  });

  it('mark a job as flaky that failed before it passed, and expand to its earlier attempts', () => {
    const jobs = [aJob({ id: 1, status: 'failed' }), aJob({ id: 2, status: 'success', coverage: 87.5 })];
    const [stage] = stagesOf(jobs, []);
    const [member] = stage?.members ?? [];
    assert.ok(member?.kind === 'job' && isFlaky(member));
    const row = jobRow(member.job, { ...idle, earlier: member.earlier, flaky: true });
    assert.equal(row.description, 'flaky · 87.5%');
    assert.equal(row.expandable, 'collapsed');
    const [attempt] = member.earlier;
    assert.ok(attempt);
    const below = attemptRow(attempt, idle);
    assert.equal(below.label, '#1');
    assert.ok(!below.contextTokens.includes('retry'), 'what was retried is not retried again');
  });

  it('show artifacts that expire within a day, and list artifacts in the tooltip', () => {
    const job = aJob({
      status: 'success',
      artifacts_expire_at: '2026-11-05T15:00:00Z',
      artifacts: [
        { file_type: 'archive', size: 1_400_000, filename: 'artifacts.zip' },
        { file_type: 'trace', size: 300, filename: 'job.log' },
      ],
    });
    const row = jobRow(job, idle);
    assert.match(row.description ?? '', /artifacts expire in 3 hr$/);
    const names = row.details?.filter(({ name }) => name.startsWith('Artifact')).map(({ value }) => value);
    assert.equal(names?.[0], 'archive · artifacts.zip · 1.4 MB', 'without the log');
    assert.match(names[1] ?? '', /^in 3 hours · /);
    const later = aJob({ ...job, artifacts_expire_at: '2026-12-05T15:00:00Z' });
    assert.doesNotMatch(jobRow(later, idle).description ?? '', /expire/);
  });

  it('show an offline runner, with its manager in the tooltip', () => {
    const job = aJob({
      status: 'running',
      runner: { id: 3, description: 'big-one', status: 'offline', is_shared: true },
      runner_manager: { id: 1, version: '18.4.0', platform: 'linux', architecture: 'arm64' },
    });
    const wait = waitReason(job, { runners: () => [], now });
    const row = jobRow(job, { ...idle, wait });
    assert.equal(row.description, 'runner offline');
    const valueOf = (wanted: string) => row.details?.find(({ name }) => name === wanted)?.value;
    assert.equal(valueOf('Runner'), 'big-one · offline · instance · 18.4.0 · linux/arm64');
  });

  it('show the type of a runner, the tags of the job, and the username in the tooltip', () => {
    const job = aJob({
      ...{ tag_list: ['linux', 'gpu'], user: { id: 1, username: 'dana', name: 'Dana Lindqvist' } },
      runner: { id: 3, description: 'big-one', runner_type: 'project_type', paused: true },
    });
    const valueOf = (given: typeof job, wanted: string) =>
      jobRow(given, idle).details?.find(({ name }) => name === wanted)?.value;
    assert.equal(valueOf(job, 'Runner'), 'big-one · paused · project · tags: linux, gpu');
    assert.equal(valueOf(job, 'Runner tags'), undefined);
    assert.equal(valueOf({ ...job, runner: null }, 'Runner tags'), 'linux, gpu');
    assert.equal(valueOf(job, 'Started by'), 'Dana Lindqvist (@dana)');
    const unnamed = aJob({ runner: { id: 3, runner_type: 'constructor' } });
    assert.equal(valueOf(unnamed, 'Runner'), '#3');
  });

  it('show a warning for a passed pipeline with a failed downstream pipeline', () => {
    const row = pipelineRow(aPipeline({ id: 5 }), { now, failedBelow: { id: 9 } });
    assert.equal(row.icon.id, 'warning');
    assert.match(row.description ?? '', /^downstream #9 failed/);
    const failed = pipelineRow(aPipeline({ id: 5, status: 'failed' }), { now, failedBelow: { id: 9 } });
    assert.equal(failed.icon.id, 'error');
    const warned = pipelineRow(aPipeline({ id: 5 }), { now, hasWarnings: true });
    assert.deepEqual([warned.icon.id, warned.description], ['warning', 'warnings']);
  });

  it('show the status of the latest pipeline of a project', () => {
    const project = { path: 'acme/x', base: 'https://host.example', username: 'dana' };
    const row = projectRow({ ...project, newest: { status: 'failed' }, added: true });
    assert.equal(row.description, 'failed · @dana · host.example');
    assert.ok(row.contextTokens.includes('added'));
    const role = projectRow({ ...project, access: 40 }).details?.find(({ name }) => name === 'Role');
    assert.equal(role?.value, 'Maintainer');
    assert.equal(projectRow(project).description, '@dana · host.example');
  });

  it('count the new pipelines of a project that are not shown', () => {
    const project = { path: 'acme/x', base: 'https://host.example', username: 'dana' };
    const row = projectRow({ ...project, newest: { status: 'running' }, unseen: 2 });
    assert.equal(row.description, '2 new pipelines · running · @dana · host.example');
    assert.match(row.accessibleLabel, /2 new pipelines/);
    assert.ok(row.contextTokens.includes('hasNew'));
    assert.match(projectRow({ ...project, unseen: 1 }).description ?? '', /^1 new pipeline ·/);
    assert.ok(!projectRow({ ...project, unseen: 0 }).contextTokens.includes('hasNew'));
  });

  it('mark a page of another host', () => {
    assert.equal(foreignPageRow('inside.example').description, 'its link points to inside.example');
  });

  it('show a spinning icon and offer no actions for a busy job', () => {
    const row = jobRow(aJob({ status: 'failed', web_url: 'https://x.example/1' }), { ...idle, busy: true });
    assert.deepEqual(row.contextTokens, ['job', 'log', 'busy', 'web']);
    assert.equal(row.icon.id, 'loading~spin');
  });

  it('have a unique icon and label for each status', () => {
    const marks = [
      ...JOB_STATUSES.map((status) => ({ status })),
      { status: 'failed', allow_failure: true },
      { status: 'unheard_of' },
    ];
    assert.equal(new Set(marks.map((mark) => statusIcon(mark).id)).size, marks.length);
    assert.equal(new Set(marks.map(statusWord)).size, marks.length);
    assert.equal(statusWord({ status: 'unheard_of' }), 'unheard of');
  });

  const rowOfStage = (...statuses: string[]) => {
    const jobs = statuses.map((status, index) => aJob({ id: index, name: `job ${index}`, status }));
    const [stage] = stagesOf(jobs, []);
    assert.ok(stage);
    return stageRow(stage);
  };

  it('show the worst job of a stage and count the jobs', () => {
    const row = rowOfStage('success', 'failed', 'manual', 'success');
    assert.equal(row.description, '1 failed · 1 manual · 2 passed');
    assert.equal(row.accessibleLabel, 'Stage test, failed, 1 failed, 1 manual, 2 passed');
    assert.deepEqual(row.details, [{ name: 'Jobs', value: '1 failed · 1 manual · 2 passed' }]);
    assert.equal(row.icon.id, 'error');
  });

  it('show a stage as running while one of its jobs is running', () => {
    for (const [status, count] of [
      ['failed', '1 failed'],
      ['canceled', '1 canceled'],
      ['canceling', '1 canceling'],
    ] as const) {
      const row = rowOfStage('success', status, 'running');
      assert.equal(row.description, `${count} · 1 running · 1 passed`);
      assert.equal(row.accessibleLabel, `Stage test, running, ${count}, 1 running, 1 passed`);
      assert.deepEqual(row.icon, statusIcon({ status: 'running' }));
    }
  });

  it('show only the status of a stage with one job', () => {
    const [stage] = stagesOf([aJob({ status: 'manual' })], []);
    assert.ok(stage);
    assert.equal(stageRow(stage).description, 'manual');
    assert.equal(stageRow(stage).accessibleLabel, 'Stage test, manual');
  });

  it("don't expand a trigger job without a downstream pipeline", () => {
    const row = bridgeRow(aBridge({ name: 'deploy', status: 'created' }), idle);
    assert.equal(row.expandable, 'no');
    assert.match(row.description ?? '', /no pipeline yet/);
    const skipped = bridgeRow(aBridge({ status: 'skipped' }), idle);
    assert.match(skipped.description ?? '', /^skipped · no pipeline(?! yet)/);
    const started = bridgeRow(aBridge({ downstream_pipeline: { id: 9, status: 'running' } }), idle);
    assert.equal(started.expandable, 'collapsed');
    assert.match(started.description ?? '', /#9/);
  });

  it('show the merge request of a pipeline in its label', () => {
    assert.equal(refName('refs/merge-requests/12/head'), '!12');
    assert.equal(refName('refs/merge-requests/12/merge'), '!12');
    assert.equal(refName('main'), 'main');
    const row = pipelineRow(aPipeline({ id: 5, ref: 'refs/merge-requests/12/head' }), { now });
    assert.equal(row.label, '#5 !12');
  });

  it('show the project of a pipeline of another project', () => {
    assert.equal(
      pipelineRow(aPipeline({ id: 5 }), { now, where: 'acme/payments' }).label,
      '#5 main · acme/payments',
    );
  });

  it('show the age of the oldest pipeline at the end of the list', () => {
    const row = olderRow('2026-11-02T12:00:00Z', now);
    assert.equal(row.description, 'oldest: 3 days');
    assert.match(row.accessibleLabel, /oldest: 3 days ago$/);
    assert.equal(olderRow(undefined, now).description, undefined);
  });
});
