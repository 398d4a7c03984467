import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/client';
import { getJobTrace, listProjectJobs } from '../../../../src/api/endpoints/jobs';
import { JobInputs } from '../../../../src/app/jobs/job-inputs';
import { VariableMemory } from '../../../../src/app/jobs/variable-memory';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import type { Job } from '../../../../src/schemas/job';
import { variableCommands } from '../../../../src/ui/jobs/commands/variable-commands';
import { regexTimeout } from '../../../../src/ui/shared/editor/regex-timeout';
import { closeAll } from '../../../api/helpers/client';
import { maintainerOf } from '../../../builders/maintainer';
import { runCommand } from '../../../builders/run-command';
import { heldMemory } from '../../../builders/stores';
import { enterValues, shownValues } from '../../../builders/value-lists';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';
import { jobCommandWorld, jobRow, PROJECT } from './helpers/job-commands';

describe('running jobs with inputs', () => {
  let sandbox: Sandbox;
  let client: Client;
  let prompts: ScriptedPrompts;
  let memory: ReturnType<typeof heldMemory>;

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    prompts.allow();
    memory = heldMemory();
    client = maintainerOf(sandbox);
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const jobThat = async (fits: (job: Job) => boolean): Promise<Job> => {
    const { items } = await client.page(listProjectJobs, { id: PROJECT, per_page: 100 });
    return items.find(fits) ?? assert.fail('no such job');
  };
  const manual = () => jobThat(({ name, status }) => name === 'deploy-production' && status === 'manual');
  /** Runs the command on a job's row. */
  const run = async (command: (typeof COMMAND)[keyof typeof COMMAND], job: Job): Promise<void> => {
    const { deps } = await jobCommandWorld(sandbox, prompts);
    const commands = variableCommands({
      ...deps,
      jobInputs: new JobInputs(() => client, regexTimeout),
      variables: new VariableMemory(memory),
      confirmations: () => ({ runPatterns: [], cancelPipeline: true, forceCancel: true, erase: true }),
      mask: () => undefined,
      regexTimeout,
    });
    await runCommand(commands, command, jobRow(sandbox, job));
  };
  const shown = () => shownValues(prompts);
  const logOf = async (job_id: number): Promise<string> => {
    sandbox.advance(10 * 60_000);
    const log = await client.text(getJobTrace, { id: PROJECT, job_id });
    return log.kind === 'whole' ? Buffer.from(log.bytes).toString('utf8') : '';
  };
  const writes = () =>
    sandbox
      .requests()
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path.replace(/^.*\/jobs\//, ''));

  it('shows the inputs of a manual job with their defaults, and sends changed ones and variables', async () => {
    const job = await manual();
    prompts.edit((pairs) => [
      ...enterValues({ region: 'us-1' })(pairs),
      { key: 'LOG_LEVEL', value: 'debug', secret: false },
    ]);
    await run(COMMAND.playJobWithVariables, job);
    assert.equal(prompts.askedPairs[0]?.title, 'Run deploy-production with Inputs or Variables');
    assert.deepEqual(shown(), [
      ['input', 'region', 'eu-1'],
      ['input', 'replicas', '3'],
    ]);
    const log = await logOf(job.id);
    assert.match(log, /Inputs: region="us-1"$/m);
    assert.match(log, /Custom variables: LOG_LEVEL$/m);
  });

  it('shows only variables for a job that declares no inputs', async () => {
    prompts.edit(() => undefined);
    await run(
      COMMAND.playJobWithVariables,
      await jobThat(({ name, status }) => name === 'deploy-review' && status === 'manual'),
    );
    assert.match(prompts.askedPairs[0]?.title ?? '', /^Run deploy-review with Variables$/);
    assert.deepEqual([shown(), writes()], [[], []]);
  });

  it('retries a job with other inputs, and offers no variables', async () => {
    const job = await manual();
    prompts.edit((pairs) => pairs);
    await run(COMMAND.playJobWithVariables, job);
    await logOf(job.id);
    prompts.edit(enterValues({ replicas: '5' }));
    await run(COMMAND.retryJobWithInputs, await jobThat(({ id }) => id === job.id));
    assert.deepEqual(
      [prompts.askedPairs.at(-1)?.title, prompts.askedPairs.at(-1)?.canAdd],
      ['Retry deploy-production with Inputs', false],
    );
    const next = await jobThat(({ name, id }) => name === job.name && id > job.id);
    assert.match(await logOf(next.id), /Inputs: replicas=5$/m);
    // The values of the last attempt are the first choice.
    prompts.edit(() => undefined);
    await run(COMMAND.retryJobWithInputs, await jobThat(({ id }) => id === next.id));
    assert.deepEqual(shown(), [
      ['input', 'region', 'eu-1'],
      ['input', 'replicas', '5'],
    ]);
  });

  it("shows the list again with the values and the server's message if they are refused", async () => {
    const job = await manual();
    prompts.edit((pairs) => {
      const notice = prompts.askedPairs.at(-1)?.notice;
      if (notice === undefined) return enterValues({ replicas: 'two' })(pairs);
      assert.equal(notice.severity, 'error');
      assert.match(
        notice.text,
        /^Couldn't run deploy-production\. The server responded: .*`replicas` input: .*/,
      );
      assert.equal(pairs.find(({ key }) => key === 'replicas')?.value, 'two');
      return enterValues({ replicas: '2' })(pairs);
    });
    await run(COMMAND.playJobWithVariables, job);
    assert.equal(prompts.askedPairs.length, 2);
    assert.match(await logOf(job.id), /Inputs: replicas=2$/m);
  });

  it('offers a plain retry if the job declares no inputs', async () => {
    const job = await jobThat(({ name, status }) => name === 'unit-tests' && status === 'failed');
    await run(COMMAND.retryJobWithInputs, job);
    const [notification] = prompts.messages;
    assert.equal(notification?.message, 'The CI configuration declares no inputs for unit-tests.');
    assert.deepEqual([writes(), notification.actions.map(({ title }) => title)], [[], ['Retry']]);
    await notification.actions[0]?.run();
    assert.deepEqual(writes(), [`${job.id}/retry`]);
  });

  it('reports that the inputs could not be loaded, and retries nothing', async () => {
    sandbox.faults.add({ kind: 'status', status: 500, path: '/api/v4/projects/*/ci/lint' });
    const job = await jobThat(({ status }) => status === 'failed');
    await assert.rejects(run(COMMAND.retryJobWithInputs, job));
    assert.deepEqual([prompts.askedPairs, writes()], [[], []]);
  });
});
