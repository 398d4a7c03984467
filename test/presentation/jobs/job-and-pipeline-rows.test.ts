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

describe('rows of the pipelines view', () => {
  it('a job tells status, duration and age, and the same as a sentence', () => {
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
    assert.equal(row.description, '3m 12s · 5 min ago');
    assert.equal(row.accessibleLabel, 'Job unit-tests, failed, 3 minutes 12 seconds, 5 min ago');
    assert.deepEqual(row.contextTokens, ['job', 'log', 'retry', 'erase']);
    assert.deepEqual(
      row.details?.find(({ name }) => name === 'Reason'),
      { name: 'Reason', value: 'script failure' },
    );
  });

  it('a status stands in a row only if its icon does not say it, and in the accessible label always', () => {
    const shown = (status: string) => jobRow(aJob({ status }), idle).description;
    for (const status of ['success', 'failed', 'running', 'canceled'])
      assert.equal(shown(status), '', status);
    assert.equal(shown('waiting_for_resource'), 'waiting for resource');
    assert.equal(shown('status_of_a_newer_server'), 'status of a newer server');
    for (const status of JOB_STATUSES)
      assert.match(jobRow(aJob({ status }), idle).accessibleLabel, new RegExp(statusWord({ status })));
  });

  it('a job names its stage where the stage has no row', () => {
    const row = jobRow(aJob({ stage: 'verify', duration: 5 }), { ...idle, showsStage: true });
    assert.equal(row.description, 'verify · 5s');
  });

  it('a pipeline is named by its commit or merge request if that is known, then by ref and age', () => {
    const pipeline = aPipeline({ id: 5, ref: 'main', status: 'success', created_at: '2026-11-05T11:00:00Z' });
    const titled = { title: 'Round half cents up in prices', author: 'Dana Lindqvist' };
    const row = pipelineRow(pipeline, { now, titled });
    assert.deepEqual([row.label, row.description], ['Round half cents…', '1 hr ago · main']);
    assert.match(row.accessibleLabel, /^Pipeline 5, main, passed, Round half cents up in prices, /);
    const fact = (wanted: string) => row.details?.find(({ name }) => name === wanted)?.value;
    assert.equal(fact('Commit message'), titled.title);
    assert.deepEqual([fact('Pipeline'), fact('Commit author')], ['#5', 'Dana Lindqvist']);
    const ofRequest = pipelineRow({ ...pipeline, ref: 'refs/merge-requests/12/head' }, { now });
    assert.match(ofRequest.accessibleLabel, /^Pipeline 5, merge request !12, passed/);
    const unnamed = pipelineRow(pipeline, { now });
    assert.deepEqual([unnamed.label, unnamed.description], ['#5 main', '1 hr ago']);
    const waits = pipelineRow({ ...pipeline, status: 'manual' }, { now, titled });
    assert.equal(waits.description, 'manual · 1 hr ago · main');
  });

  it('a job offers to compare its log only where it has one, and with earlier attempts where there are some', () => {
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

  it('a job says that its log was erased, and when where the mouse rests', () => {
    const job = aJob({ status: 'failed', duration: 5, erased_at: '2026-11-05T11:55:00Z' });
    const row = jobRow(job, idle);
    assert.equal(row.description, 'log erased · 5s');
    assert.match(row.accessibleLabel, /failed, log erased, 5 seconds/);
    assert.match(row.details?.find(({ name }) => name === 'Log erased')?.value.toString() ?? '', /2026/);
    assert.match(attemptRow(job, idle).description ?? '', /log erased/);
    assert.doesNotMatch(jobRow(aJob({ status: 'failed' }), idle).description ?? '', /erased/);
  });

  it('the ref of a merge request is told by its number where the mouse rests, too', () => {
    const refOf = (row: ReturnType<typeof jobRow>) => row.details?.find(({ name }) => name === 'Ref')?.value;
    const ref = 'refs/merge-requests/12/head';
    assert.equal(refOf(jobRow(aJob({ ref }), idle)), '!12');
    assert.equal(refOf(pipelineRow(aPipeline({ ref }), { now })), '!12');
  });

  it('a job that failed for another reason than its script says so', () => {
    const job = aJob({ status: 'failed', failure_reason: 'runner_system_failure', duration: 5 });
    assert.equal(jobRow(job, idle).description, 'runner system failure · 5s');
    const newer = aJob({ status: 'failed', failure_reason: 'cosmic_rays' });
    assert.equal(jobRow(newer, idle).description, 'cosmic rays');
  });

  it('a job that failed before it passed is flaky, and opens to its earlier attempts', () => {
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

  it('a job whose artifacts are gone by tomorrow says so, and lists them where the mouse rests', () => {
    const job = aJob({
      status: 'success',
      artifacts_expire_at: '2026-11-05T15:00:00Z',
      artifacts: [
        { file_type: 'archive', size: 1_400_000, filename: 'artifacts.zip' },
        { file_type: 'trace', size: 300, filename: 'job.log' },
      ],
    });
    const row = jobRow(job, idle);
    assert.match(row.description ?? '', /artifacts expire in 3 hr?$/);
    const names = row.details?.filter(({ name }) => name.startsWith('Artifact')).map(({ value }) => value);
    assert.equal(names?.[0], 'archive · artifacts.zip · 1.4 MB');
    assert.equal(names.length, 2, 'the log is not among them');
    const later = aJob({ ...job, artifacts_expire_at: '2026-12-05T15:00:00Z' });
    assert.doesNotMatch(jobRow(later, idle).description ?? '', /expire/);
  });

  it('a job whose runner is gone says so, and names it with its manager where the mouse rests', () => {
    const job = aJob({
      status: 'running',
      runner: { id: 3, description: 'big-one', status: 'offline', is_shared: true },
      runner_manager: { id: 1, version: '18.4.0', platform: 'linux', architecture: 'arm64' },
    });
    const wait = waitReason(job, () => [], now);
    const row = jobRow(job, { ...idle, wait });
    assert.equal(row.description, 'runner offline');
    const valueOf = (wanted: string) => row.details?.find(({ name }) => name === wanted)?.value;
    assert.equal(valueOf('Runner'), 'big-one · offline · instance');
    assert.equal(valueOf('Runner manager'), '18.4.0 · linux/arm64');
  });

  it('a pipeline that passed while something that it started failed is a warning', () => {
    const row = pipelineRow(aPipeline({ id: 5 }), { now, failedBelow: { id: 9 } });
    assert.equal(row.icon.id, 'warning');
    assert.match(row.description ?? '', /^downstream #9 failed/);
    const failed = pipelineRow(aPipeline({ id: 5, status: 'failed' }), { now, failedBelow: { id: 9 } });
    assert.equal(failed.icon.id, 'error');
    const warned = pipelineRow(aPipeline({ id: 5 }), { now, hasWarnings: true });
    assert.deepEqual([warned.icon.id, warned.description], ['warning', 'warnings']);
  });

  it('a project tells the status of its newest pipeline', () => {
    const project = { path: 'acme/x', base: 'https://host.example', username: 'dana' };
    const row = projectRow({ ...project, newest: { status: 'failed' }, added: true });
    assert.equal(row.description, 'failed · @dana · host.example');
    assert.ok(row.contextTokens.includes('added'));
    const role = projectRow({ ...project, access: 40 }).details?.find(({ name }) => name === 'Role');
    assert.equal(role?.value, 'Maintainer');
    assert.equal(projectRow(project).description, '@dana · host.example');
  });

  it('a page on another host is told as such', () => {
    assert.equal(foreignPageRow('inside.example').description, 'not loaded from inside.example');
  });

  it('a busy job offers nothing more to do and spins', () => {
    const row = jobRow(aJob({ status: 'failed', web_url: 'https://x.example/1' }), { ...idle, busy: true });
    assert.deepEqual(row.contextTokens, ['job', 'log', 'busy', 'web']);
    assert.equal(row.icon.id, 'loading~spin');
  });

  it('every status has an icon and a word of its own', () => {
    const marks = [
      ...JOB_STATUSES.map((status) => ({ status })),
      { status: 'failed', allow_failure: true },
      { status: 'unheard_of' },
    ];
    assert.equal(new Set(marks.map((mark) => statusIcon(mark).id)).size, marks.length);
    assert.equal(new Set(marks.map(statusWord)).size, marks.length);
    assert.equal(statusWord({ status: 'unheard_of' }), 'unheard of');
  });

  it('a stage shows its worst job and counts the rest', () => {
    const jobs = ['success', 'failed', 'running', 'success'].map((status, index) =>
      aJob({ id: index, name: `job ${index}`, status }),
    );
    const [stage] = stagesOf(jobs, []);
    assert.ok(stage);
    const row = stageRow(stage);
    assert.equal(row.description, '1 failed · 1 running · 2 passed');
    assert.equal(row.accessibleLabel, 'Stage test, failed, 1 failed, 1 running, 2 passed');
    assert.deepEqual(row.details, [{ name: 'Jobs', value: '1 failed · 1 running · 2 passed' }]);
    assert.equal(row.icon.id, 'error');
  });

  it('a stage with one job just says its status', () => {
    const [stage] = stagesOf([aJob({ status: 'manual' })], []);
    assert.ok(stage);
    assert.equal(stageRow(stage).description, 'manual');
    assert.equal(stageRow(stage).accessibleLabel, 'Stage test, manual');
  });

  it('a trigger job without a downstream pipeline has nothing to open', () => {
    const row = bridgeRow(aBridge({ name: 'deploy', status: 'created' }), idle);
    assert.equal(row.expandable, 'no');
    assert.match(row.description ?? '', /no pipeline yet/);
    const skipped = bridgeRow(aBridge({ status: 'skipped' }), idle);
    assert.match(skipped.description ?? '', /^skipped · no pipeline(?! yet)/);
    const started = bridgeRow(aBridge({ downstream_pipeline: { id: 9, status: 'running' } }), idle);
    assert.equal(started.expandable, 'collapsed');
    assert.match(started.description ?? '', /#9/);
  });

  it('a pipeline of a merge request is named by it', () => {
    assert.equal(refName('refs/merge-requests/12/head'), '!12');
    assert.equal(refName('refs/merge-requests/12/merge'), '!12');
    assert.equal(refName('main'), 'main');
    const row = pipelineRow(aPipeline({ id: 5, ref: 'refs/merge-requests/12/head' }), { now });
    assert.equal(row.label, '#5 !12');
  });

  it('a pipeline of another project names it', () => {
    assert.equal(
      pipelineRow(aPipeline({ id: 5 }), { now, where: 'acme/payments' }).label,
      '#5 main · acme/payments',
    );
  });

  it('the end of the list tells how far back it reaches', () => {
    assert.equal(olderRow('2026-11-02T12:00:00Z', now).description, 'oldest: 3 days ago');
    assert.equal(olderRow(undefined, now).description, undefined);
  });
});
