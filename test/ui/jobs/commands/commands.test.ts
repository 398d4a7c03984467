import assert from 'node:assert/strict';
import { JobActions } from '../../../../src/app/jobs/actions';
import { VariableMemory } from '../../../../src/app/jobs/variable-memory';
import type { JobKey } from '../../../../src/app/shared/keys';
import { ActionFailedError } from '../../../../src/domain/jobs/rules';
import { RoleTooLowError } from '../../../../src/domain/projects/required-roles';
import { explainJobActions } from '../../../../src/presentation/jobs/errors';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { explain, registerErrorMessages } from '../../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import type { Job, JobStatus } from '../../../../src/schemas/job';
import { type JobCommandDeps, jobCommands } from '../../../../src/ui/jobs/commands/commands';
import { variableCommands } from '../../../../src/ui/jobs/commands/variable-commands';
import { regexTimeout } from '../../../../src/ui/shared/editor/regex-timeout';
import { clientOf, closeAll } from '../../../api/helpers/client';
import { runCommand } from '../../../builders/run-command';
import { heldMemory } from '../../../builders/stores';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';
import { jobCommandWorld, jobRow, PROJECT } from './helpers/job-commands';

registerErrorMessages(explainJobActions);

describe('job commands', () => {
  let sandbox: Sandbox;
  let prompts: ScriptedPrompts;
  let opened: readonly JobKey[];
  let deps: JobCommandDeps;
  let jobs: readonly Job[];

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    ({ deps, jobs, opened } = await jobCommandWorld(sandbox, prompts));
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const rowOf = (job: Job) => jobRow(sandbox, job);
  const withStatus = (status: JobStatus): Job =>
    jobs.find((job) => job.status === status) ?? assert.fail(status);
  const writes = () => sandbox.requests().filter(({ method }) => method !== 'GET');

  it('retries the job of a row without a message', async () => {
    const failed = withStatus('failed');
    await runCommand(jobCommands(deps), COMMAND.retryJob, rowOf(failed));
    assert.deepEqual(
      writes().map(({ path }) => path.endsWith(`/jobs/${failed.id}/retry`)),
      [true],
    );
    assert.deepEqual(prompts.messages, []);
  });

  it('lets the user select a job, and offers its log afterwards', async () => {
    prompts.choose(() => 0);
    await runCommand(jobCommands(deps), COMMAND.retryJob);
    const actions = prompts.messages.flatMap((notification) => notification.actions);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Open Log'],
    );
    for (const action of actions) await action.run();
    assert.equal(opened.length, 1);
  });

  it('opens the log of the clicked row without a prompt', async () => {
    const job = withStatus('success');
    await runCommand(jobCommands(deps), COMMAND.openLog, rowOf(job));
    assert.deepEqual(opened, [{ base: sandbox.url, project: PROJECT, job: job.id }]);
    assert.deepEqual(prompts.messages, []);
  });

  it('opens the log of a job that the user selects, or shows a message if there are no jobs', async () => {
    prompts.choose(() => 0);
    await runCommand(jobCommands(deps), COMMAND.openLog);
    assert.deepEqual(
      opened.map(({ job }) => job),
      [withStatus('failed').id],
    );
    deps = { ...deps, lookup: { ...deps.lookup, recent: () => Promise.resolve([]) } };
    await runCommand(jobCommands(deps), COMMAND.openLog);
    assert.equal(opened.length, 1);
    assert.deepEqual(
      prompts.messages.map(({ message }) => message),
      ['No jobs found in this workspace.'],
    );
  });

  it("doesn't erase a job whose name isn't typed", async () => {
    const done = withStatus('success');
    prompts.type('another');
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done));
    assert.deepEqual(writes(), []);
    prompts.type(done.name);
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done));
    assert.equal(writes().length, 1);
  });

  it('fails with the reason if the server rejects the action', async () => {
    await assert.rejects(
      runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(withStatus('running'))),
      ActionFailedError,
    );
  });

  it('offers to retry a job that was canceled by clicking its row', async () => {
    const waiting = withStatus('pending');
    await runCommand(jobCommands(deps), COMMAND.cancelJob, rowOf(waiting));
    const [notification] = prompts.messages;
    assert.equal(notification?.message, `${waiting.name} (#${waiting.id}) canceled.`);
    assert.deepEqual(
      notification.actions.map(({ title }) => title),
      ['Retry'],
    );
    await notification.actions[0]?.run();
    assert.deepEqual(
      writes().map(({ path }) => path.replace(/.*\/jobs\//, '')),
      [`${waiting.id}/cancel`, `${waiting.id}/retry`],
    );
  });

  it('acts on all selected job rows, each once', async () => {
    const failed = jobs.filter(({ status }) => status === 'failed').slice(0, 2);
    const rows = failed.map(rowOf);
    await runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], [...rows, ...rows, {}]);
    assert.equal(writes().length, failed.length);
    assert.deepEqual(prompts.mentioned, ['2 of 2 jobs retried.'], 'one summary');
    assert.deepEqual(prompts.messages, []);
  });

  it("asks before erasing selected jobs even if some of them can't be erased", async () => {
    const rows = [withStatus('success'), withStatus('running')].map(rowOf);
    prompts.type('another');
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rows[0], rows);
    assert.deepEqual(writes(), []);
  });

  it('lets a reporter run a manual job with variables', async () => {
    deps = { ...deps, roles: { ...deps.roles, roleIn: () => ({ path: PROJECT, access: 20 }) } };
    prompts.edit(() => undefined);
    const variables = new VariableMemory(heldMemory());
    const jobInputs = { load: () => Promise.resolve({ inputs: [], variables: [] }) };
    const rows = variableCommands({ ...deps, variables, jobInputs, regexTimeout, mask: () => undefined });
    await runCommand(rows, COMMAND.playJobWithVariables, rowOf(withStatus('manual')));
    assert.deepEqual(prompts.messages, []);
  });

  it('rejects an action before prompting if the role is too low, and lets the user try anyway', async () => {
    const done = withStatus('success');
    const doubted: unknown[] = [];
    const roleIn = () => ({ path: PROJECT, access: doubted.length === 0 ? 20 : undefined });
    deps = { ...deps, roles: { ...deps.roles, roleIn, doubtRole: (key) => doubted.push(key) } };
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
    await assert.rejects(runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], rows), RoleTooLowError);
    assert.deepEqual(writes(), []);
    doubt?.();
    await runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done));
    assert.equal(writes().length, 1);
  });

  it('offers to sign in with another token if the token lacks a scope, for one job or several', async () => {
    const token = (): Promise<string> => Promise.resolve(sandbox.readOnlyToken);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    deps = { ...deps, actions: new JobActions(() => client) };
    const done = withStatus('success');
    prompts.type(done.name);
    await assert.rejects(runCommand(jobCommands(deps), COMMAND.eraseJob, rowOf(done)), (error) => {
      const { why, steps, base } = explain(error);
      assert.match(why, /^The token for \S+ doesn't have the required scope \(api\)/);
      assert.deepEqual([steps[0], base], ['another-token', sandbox.url]);
      return true;
    });
    const failed = jobs.filter(({ status }) => status === 'failed').slice(0, 2);
    const rows = failed.map(rowOf);
    await runCommand(jobCommands(deps), COMMAND.retryJob, rows[0], rows);
    assert.deepEqual(
      prompts.messages.map(({ actions }) => actions.map(({ title }) => title)),
      [['Sign In with Another Token', 'Show Details']],
    );
  });

  it('rejects an invalid row', async () => {
    await assert.rejects(
      runCommand(jobCommands(deps), COMMAND.retryJob, { target: { kind: 'job', job: 1 } }),
      {
        name: 'InvalidArgumentError',
      },
    );
    assert.deepEqual(writes(), []);
  });
});
