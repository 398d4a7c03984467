import assert from 'node:assert/strict';
import { stagesOf } from '../../src/domain/pipeline-grouping';
import { bridgeRow, jobRow } from '../../src/presentation/job-rows';
import { olderRow, pipelineRow, refName, stageRow } from '../../src/presentation/pipeline-rows';
import { statusIcon, statusWord } from '../../src/presentation/status-icons';
import { JOB_STATUSES } from '../../src/schemas/job';
import { aBridge, aJob, aPipeline } from '../builders/jobs';

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
    assert.equal(row.description, 'failed · 3 m 12 s · 5 min ago');
    assert.equal(row.accessibleLabel, 'Job unit-tests, failed, 3 minutes 12 seconds, 5 min ago');
    assert.deepEqual(row.words, ['job', 'log', 'retry']);
    assert.deepEqual(
      row.facts?.find(({ name }) => name === 'Reason'),
      { name: 'Reason', value: 'script failure' },
    );
  });

  it('a busy job offers nothing more to do and spins', () => {
    const row = jobRow(aJob({ status: 'failed', web_url: 'https://x.example/1' }), { ...idle, busy: true });
    assert.deepEqual(row.words, ['job', 'log', 'busy', 'web']);
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
    assert.equal(row.icon.id, 'error');
  });

  it('a stage with one job just says its status', () => {
    const [stage] = stagesOf([aJob({ status: 'manual' })], []);
    assert.ok(stage);
    assert.equal(stageRow(stage).description, 'manual');
  });

  it('a trigger job without a downstream pipeline has nothing to open', () => {
    const row = bridgeRow(aBridge({ name: 'deploy' }), idle);
    assert.equal(row.expandable, 'no');
    assert.match(row.description ?? '', /no pipeline yet/);
    const started = bridgeRow(aBridge({ downstream_pipeline: { id: 9, status: 'running' } }), idle);
    assert.equal(started.expandable, 'collapsed');
    assert.match(started.description ?? '', /#9/);
  });

  it('a pipeline of a merge request is named by it', () => {
    assert.equal(refName('refs/merge-requests/12/head'), '!12');
    assert.equal(refName('refs/merge-requests/12/merge'), '!12');
    assert.equal(refName('main'), 'main');
    const row = pipelineRow(aPipeline({ id: 5, ref: 'refs/merge-requests/12/head' }), now);
    assert.equal(row.label, '#5 !12');
  });

  it('a pipeline of another project names it', () => {
    assert.equal(pipelineRow(aPipeline({ id: 5 }), now, 'acme/payments').label, '#5 main · acme/payments');
  });

  it('the end of the list tells how far back it reaches', () => {
    assert.equal(olderRow('2026-11-02T12:00:00Z', now).description, 'oldest shown: 3 days ago');
    assert.equal(olderRow(undefined, now).description, undefined);
  });
});
