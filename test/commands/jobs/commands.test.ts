import assert from 'node:assert/strict';
import { getJob, listProjectJobs } from '../../../src/api/endpoints/jobs';
import { JobActions, type JobTarget } from '../../../src/app/jobs/actions';
import type { JobKey } from '../../../src/app/shared/keys';
import { type JobCommandDeps, jobCommands } from '../../../src/commands/jobs/commands';
import { ActionFailed } from '../../../src/domain/jobs/rules';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { Job, JobStatus } from '../../../src/schemas/job';
import { clientOf, closeAll } from '../../api/helpers/client';
import { runCommand } from '../../builders/run-command';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';

const PROJECT = 'acme/storefront';

describe('commands on jobs', () => {
  let sandbox: Sandbox;
  let prompts: ScriptedPrompts;
  let opened: JobKey[];
  let deps: JobCommandDeps;
  let jobs: readonly Job[];

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    opened = [];
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    jobs = (await client.page(listProjectJobs, { id: PROJECT, per_page: 100 })).items;
    deps = {
      prompts,
      lookup: {
        ofTarget: () => undefined,
        read: async (key) => {
          const job = await client.call(getJob, { id: key.project, job_id: key.job });
          return { key, kind: 'job', job };
        },
        recent: (statuses) => Promise.resolve(recent(statuses)),
      },
      actions: new JobActions(() => client),
      activeJob: () => undefined,
      openLog: (key) => {
        opened.push(key);
        return Promise.resolve();
      },
      now: () => 0,
      refresh: () => Promise.resolve(),
      confirmations: () => ({ playPattern: '', cancelPipeline: true, forceCancel: true, erase: true }),
    };
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const targetOf = (job: Job): JobTarget => ({
    key: { base: sandbox.url, project: PROJECT, job: job.id },
    kind: 'job',
    job,
  });
  const recent = (statuses: readonly JobStatus[]) =>
    jobs
      .filter(({ status }) => statuses.length === 0 || statuses.some((each) => each === status))
      .map((job) => ({ ...targetOf(job), path: undefined, retried: false }));
  const rowOf = ({ id, pipeline }: Job) => ({
    target: {
      kind: 'job',
      pipeline: { base: sandbox.url, project: PROJECT, pipeline: pipeline?.id ?? 0 },
      job: id,
    },
  });
  const withStatus = (status: JobStatus): Job =>
    jobs.find((job) => job.status === status) ?? assert.fail(status);
  const writes = () => sandbox.requests().filter(({ method }) => method !== 'GET');

  it('retry the job of a row without a message: the row shows it', async () => {
    const failed = withStatus('failed');
    await runCommand(jobCommands(deps), COMMAND.retryJob, rowOf(failed));
    assert.deepEqual(
      writes().map(({ path }) => path.endsWith(`/jobs/${failed.id}/retry`)),
      [true],
    );
    assert.deepEqual(prompts.told, []);
  });

  it('let the user choose a job, and offer its log afterwards', async () => {
    prompts.choose(() => 0);
    await runCommand(jobCommands(deps), COMMAND.retryJob);
    const actions = prompts.told.flatMap((told) => told.actions);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Open Log'],
    );
    for (const action of actions) await action.run();
    assert.equal(opened.length, 1);
  });

  it('open the log of the row that is clicked, without a question', async () => {
    const job = withStatus('success');
    await runCommand(jobCommands(deps), COMMAND.openLog, rowOf(job));
    assert.deepEqual(opened, [{ base: sandbox.url, project: PROJECT, job: job.id }]);
    assert.deepEqual(prompts.told, []);
  });

  it('open the log of a job that the user chooses, or none', async () => {
    prompts.choose(() => 0);
    await runCommand(jobCommands(deps), COMMAND.openLog);
    assert.deepEqual(
      opened.map(({ job }) => job),
      [jobs[0]?.id],
    );
    deps = { ...deps, lookup: { ...deps.lookup, recent: () => Promise.resolve([]) } };
    await runCommand(jobCommands(deps), COMMAND.openLog);
    assert.equal(opened.length, 1);
    assert.deepEqual(
      prompts.told.map(({ message }) => message),
      ['No jobs found in this workspace.'],
    );
  });

  it("don't erase a job whose name isn't typed", async () => {
    const done = withStatus('success');
    prompts.type('another');
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done));
    assert.deepEqual(writes(), []);
    prompts.type(done.name);
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done));
    assert.equal(writes().length, 1);
  });

  it('end in an error that names what the server refuses', async () => {
    await assert.rejects(
      runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(withStatus('running'))),
      ActionFailed,
    );
  });

  it('act on all selected rows of jobs, each once', async () => {
    const failed = jobs.filter(({ status }) => status === 'failed').slice(0, 2);
    const rows = failed.map(rowOf);
    await runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], [...rows, ...rows, {}]);
    assert.equal(writes().length, failed.length);
  });

  it("aren't run on a row that isn't one", async () => {
    await assert.rejects(
      runCommand(jobCommands(deps), COMMAND.retryJob, { target: { kind: 'job', job: 1 } }),
      {
        name: 'InvalidArgument',
      },
    );
    assert.deepEqual(writes(), []);
  });
});
