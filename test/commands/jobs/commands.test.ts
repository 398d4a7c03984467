import assert from 'node:assert/strict';
import { getJob, listProjectJobs } from '../../../src/api/endpoints/jobs';
import { JobActions, type JobTarget } from '../../../src/app/jobs/actions';
import type { JobKey } from '../../../src/app/shared/keys';
import { type JobCommandDeps, jobCommands } from '../../../src/commands/jobs/commands';
import { ActionFailed } from '../../../src/domain/jobs/rules';
import { RoleTooLow } from '../../../src/domain/projects/required-roles';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { Job, JobStatus } from '../../../src/schemas/job';
import { clientOf, closeAll } from '../../api/helpers/client';
import { runCommand } from '../../builders/run-command';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';

registerErrorMessages(explainJobActions);
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
      roles: { roleIn: () => undefined, doubtRole: () => undefined },
      refresh: () => Promise.resolve(),
      confirmations: () => ({ playPatterns: [''], cancelPipeline: true, forceCancel: true, erase: true }),
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

  it('offer to retry a job that was canceled by a click on its row', async () => {
    const waiting = withStatus('pending');
    await runCommand(jobCommands(deps), COMMAND.cancelJob, rowOf(waiting));
    const [told] = prompts.told;
    assert.equal(told?.message, `${waiting.name} (#${waiting.id}) is canceled.`);
    assert.deepEqual(
      told.actions.map(({ title }) => title),
      ['Retry'],
    );
    await told.actions[0]?.run();
    assert.deepEqual(
      writes().map(({ path }) => path.replace(/.*\/jobs\//, '')),
      [`${waiting.id}/cancel`, `${waiting.id}/retry`],
    );
  });

  it('act on all selected rows of jobs, each once', async () => {
    const failed = jobs.filter(({ status }) => status === 'failed').slice(0, 2);
    const rows = failed.map(rowOf);
    await runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], [...rows, ...rows, {}]);
    assert.equal(writes().length, failed.length);
    assert.deepEqual(prompts.mentioned, ['2 of 2 jobs retried.'], 'one summary');
    assert.deepEqual(prompts.told, []);
  });

  it('are refused before a question if the role is too low, and can be tried anyway', async () => {
    const done = withStatus('success');
    const doubted: unknown[] = [];
    const roleIn = () => ({ path: PROJECT, access: doubted.length === 0 ? 20 : undefined });
    deps = { ...deps, roles: { roleIn, doubtRole: (key) => doubted.push(key) } };
    prompts.type(done.name);
    let doubt: (() => void) | undefined;
    await assert.rejects(runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done)), (error) => {
      ({ doubt } = explain(error));
      assert.equal(
        explain(error).why,
        'Erasing job logs requires at least the Developer role. Your role in acme/storefront is Reporter.',
      );
      return true;
    });
    assert.deepEqual([prompts.confirmed, writes()], [[], []]);
    const rows = [done, withStatus('failed')].map(rowOf);
    await assert.rejects(runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], rows), RoleTooLow);
    assert.deepEqual(writes(), []);
    doubt?.();
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done));
    assert.equal(writes().length, 1);
  });

  it('offer to sign in with more scopes when the token lacks one, whatever the action and for all jobs at once', async () => {
    const token = (): Promise<string> => Promise.resolve(sandbox.readOnlyToken);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    deps = { ...deps, actions: new JobActions(() => client) };
    const done = withStatus('success');
    prompts.type(done.name);
    await assert.rejects(runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done)), (error) => {
      const { why, steps, host } = explain(error);
      assert.match(why, /^The token for \S+ doesn't have the required scope \(api\)/);
      assert.deepEqual([steps[0], host], ['more-scopes', new URL(sandbox.url).host]);
      return true;
    });
    const failed = jobs.filter(({ status }) => status === 'failed').slice(0, 2);
    const rows = failed.map(rowOf);
    await runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], rows);
    assert.deepEqual(
      prompts.told.map(({ actions }) => actions.map(({ title }) => title)),
      [['Sign In with More Scopes', 'Show Details']],
    );
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
