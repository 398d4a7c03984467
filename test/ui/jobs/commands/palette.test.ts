import assert from 'node:assert/strict';
import type { JobTarget } from '../../../../src/app/jobs/actions';
import { RoleTooLowError } from '../../../../src/domain/projects/required-roles';
import { explainJobActions } from '../../../../src/presentation/jobs/errors';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { registerErrorMessages } from '../../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { commandArgumentSchema } from '../../../../src/schemas/command-argument';
import type { Job, JobStatus } from '../../../../src/schemas/job';
import { type JobCommandDeps, jobCommands } from '../../../../src/ui/jobs/commands/commands';
import { closeAll } from '../../../api/helpers/client';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';
import { jobCommandWorld, jobRow, jobTarget, PROJECT } from './helpers/job-commands';

registerErrorMessages(explainJobActions);

describe('job commands from the Command Palette', () => {
  let sandbox: Sandbox;
  let prompts: ScriptedPrompts;
  let deps: JobCommandDeps;
  let jobs: readonly Job[];

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    ({ deps, jobs } = await jobCommandWorld(sandbox, prompts));
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const targetOf = (job: Job): JobTarget => jobTarget(sandbox, job);
  const rowOf = (job: Job) => jobRow(sandbox, job);
  const withStatus = (status: JobStatus): Job =>
    jobs.find((job) => job.status === status) ?? assert.fail(status);
  const writes = () => sandbox.requests().filter(({ method }) => method !== 'GET');

  const found = () => ({
    state: 'found' as const,
    projects: [
      {
        ok: true as const,
        project: {
          key: { base: sandbox.url, project: PROJECT },
          path: PROJECT,
          remote: undefined,
          details: undefined,
        },
      },
    ],
  });

  it('rejects the action before listing jobs if the role is too low in all projects', async () => {
    const roleIn = () => ({ path: PROJECT, access: 20 });
    deps = { ...deps, roles: { ...deps.roles, roleIn, search: () => Promise.resolve(found()) } };
    for (const id of [COMMAND.retryJob, COMMAND.cancelJob, COMMAND.eraseJob])
      await assert.rejects(runCommand(jobCommands(deps), id), RoleTooLowError);
    assert.deepEqual(prompts.offered, []);
  });

  it('acts on the selected row if it allows the action, and otherwise asks for a job', async () => {
    const failed = withStatus('failed');
    const selected = { row: failed };
    deps = {
      ...deps,
      lookup: {
        ...deps.lookup,
        ofTarget: (target) => (target === undefined ? undefined : targetOf(selected.row)),
      },
      selectedRows: () => [commandArgumentSchema.parse(rowOf(selected.row))],
    };
    await runCommand(jobCommands(deps), COMMAND.retryJob);
    assert.deepEqual(prompts.offered, []);
    assert.deepEqual(
      writes().map(({ path }) => path.endsWith(`/jobs/${failed.id}/retry`)),
      [true],
    );
    selected.row = withStatus('manual');
    await runCommand(jobCommands(deps), COMMAND.retryJob);
    assert.equal(prompts.offered.length, 1);
    assert.equal(writes().length, 1);
  });

  it('acts on all selected jobs', async () => {
    const rows = jobs.filter(({ status }) => status === 'failed').slice(0, 2);
    deps = { ...deps, selectedRows: () => rows.map((job) => commandArgumentSchema.parse(rowOf(job))) };
    await runCommand(jobCommands(deps), COMMAND.retryJob);
    assert.deepEqual(prompts.offered, []);
    assert.equal(writes().length, rows.length);
  });

  it('prefers the active log to the selection', async () => {
    const [active, selected] = jobs.filter(({ status }) => status === 'failed');
    assert.ok(active !== undefined && selected !== undefined);
    deps = {
      ...deps,
      activeJob: () => targetOf(active).key,
      selectedRows: () => [commandArgumentSchema.parse(rowOf(selected))],
    };
    await runCommand(jobCommands(deps), COMMAND.retryJob);
    assert.deepEqual(
      writes().map(({ path }) => path.endsWith(`/jobs/${active.id}/retry`)),
      [true],
    );
  });

  it('lists failed jobs first, the latest of them at the top', async () => {
    const recent = (['success', 'failed', 'canceled', 'failed'] as const).map((status, index) => ({
      ...targetOf({ ...withStatus('failed'), status, id: 100 - index, name: `${status} ${index}` }),
      path: undefined,
      retried: false,
    }));
    const allowed = { ...targetOf({ ...withStatus('failed'), name: 'allowed', allow_failure: true }) };
    const jobsOf = [...recent, { ...allowed, path: undefined, retried: false }];
    deps = { ...deps, lookup: { ...deps.lookup, recent: () => Promise.resolve(jobsOf) } };
    for (const id of [COMMAND.retryJob, COMMAND.openLog]) {
      prompts.choose(() => -1);
      await runCommand(jobCommands(deps), id);
    }
    const order = ['failed 1', 'failed 3', 'allowed', 'success 0', 'canceled 2'];
    assert.deepEqual(
      prompts.offered.map((items) => items.map(({ label }) => label)),
      [order, order],
    );
  });

  it('lists only jobs that allow the action', async () => {
    const done = jobs.filter(({ status }) => status === 'success').slice(0, 2);
    const [kept, erased] = done.map((job) => ({ ...targetOf(job), path: undefined, retried: false }));
    assert.ok(kept !== undefined && erased !== undefined);
    const gone = { ...erased, job: { ...erased.job, erased_at: '2026-01-01T00:00:00Z' } };
    deps = { ...deps, lookup: { ...deps.lookup, recent: () => Promise.resolve([kept, gone]) } };
    prompts.choose(() => -1);
    await runCommand(jobCommands(deps), COMMAND.eraseJob);
    assert.deepEqual(
      prompts.offered.map((items) => items.length),
      [1],
    );
  });
});
