import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/client';
import { listPipelineJobs } from '../../../../src/api/endpoints/jobs';
import { listPipelines } from '../../../../src/api/endpoints/pipelines';
import { JobActions } from '../../../../src/app/jobs/actions';
import type { PipelineContent } from '../../../../src/app/pipelines/content';
import { failedJobsOf } from '../../../../src/app/pipelines/failed-jobs-of';
import { Pipelines } from '../../../../src/app/pipelines/pipelines';
import type { JobKey, PipelineKey } from '../../../../src/app/shared/keys';
import { stagesOf } from '../../../../src/domain/pipelines/grouping';
import { stageRow } from '../../../../src/presentation/pipelines/rows';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import type { Bridge, Job } from '../../../../src/schemas/job';
import { stageCommands } from '../../../../src/ui/jobs/commands/stage-commands';
import { openFailedLogCommand } from '../../../../src/ui/pipelines/commands/failed-log-command';
import { closeAll } from '../../../api/helpers/client';
import { ManualClock } from '../../../api/helpers/clocks';
import { aBridge, aJob } from '../../../builders/jobs';
import { maintainerOf } from '../../../builders/maintainer';
import { UNKNOWN_ROLES } from '../../../builders/roles';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const PROJECT = 'acme/storefront';

describe('stage and failed job log commands', () => {
  let sandbox: Sandbox;
  let prompts: ScriptedPrompts;
  let opened: { readonly key: JobKey; readonly name: string }[];
  let client: Client;
  let pipelines: Pipelines;

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    opened = [];
    client = maintainerOf(sandbox);
    pipelines = new Pipelines(() => client, new ManualClock());
  });
  afterEach(async () => {
    pipelines.dispose();
    await closeAll();
    await sandbox.close();
  });

  const keyOf = (pipeline: number): PipelineKey => ({ base: sandbox.url, project: PROJECT, pipeline });
  const jobsOf = async (pipeline: number): Promise<readonly Job[]> =>
    (await client.page(listPipelineJobs, { id: PROJECT, pipeline_id: pipeline, per_page: 100 })).items;
  const listed = async () => (await client.page(listPipelines, { id: PROJECT, per_page: 100 })).items;
  const isFailure = (job: Job): boolean => job.status === 'failed' && !job.allow_failure;
  /** Returns a pipeline with the given number of matching jobs. */
  const pipelineWith = async (count: number, fits: (job: Job) => boolean) => {
    for (const { id } of await listed()) {
      const found = (await jobsOf(id)).filter(fits);
      if (found.length === count) return { id, jobs: found };
    }
    return assert.fail('no such pipeline');
  };
  const writes = () => sandbox.requests().filter(({ method }) => method !== 'GET');

  const stages = () =>
    stageCommands({
      prompts,
      pipelines,
      lookup: {
        ofTarget: () => undefined,
        read: () => Promise.reject(new Error('no job is read')),
        recent: () => Promise.resolve([]),
      },
      actions: new JobActions(() => client),
      activeJob: () => undefined,
      openLog: () => Promise.resolve(),
      now: () => 0,
      refresh: () => Promise.resolve(),
      selectedRows: () => [],
      roles: UNKNOWN_ROLES,
      confirmations: () => ({
        runPatterns: ['deploy'],
        cancelPipeline: true,
        forceCancel: true,
        erase: true,
      }),
    });
  const failedLog = () => [
    openFailedLogCommand({
      prompts,
      pipelines,
      pipelineLookup: { recent: () => Promise.resolve([]) },
      openLog: (key, name) => {
        opened.push({ key, name });
        return Promise.resolve();
      },
      now: () => 0,
    }),
  ];

  it('retries only the failed jobs of a stage', async () => {
    const { id, jobs } = await pipelineWith(1, isFailure);
    const [failed] = jobs;
    assert.ok(failed);
    const target = { kind: 'stage', pipeline: keyOf(id), stage: failed.stage };
    await runCommand(stages(), COMMAND.retryStageJobs, { target });
    assert.deepEqual(
      writes().map(({ path }) => path.split('/').slice(-2)),
      [[String(failed.id), 'retry']],
    );
  });

  it('runs all manual jobs of a stage after confirming those that require it', async () => {
    const { id, jobs } = await pipelineWith(
      1,
      ({ status, name }) => status === 'manual' && name.includes('deploy'),
    );
    const [{ stage } = assert.fail()] = jobs;
    const target = { kind: 'stage', pipeline: keyOf(id), stage };
    prompts.allow(false);
    await runCommand(stages(), COMMAND.playStageJobs, { target });
    assert.deepEqual([writes().length, prompts.confirmed.length], [0, 1]);
    prompts.allow();
    await runCommand(stages(), COMMAND.playStageJobs, { target });
    const of = (await jobsOf(id)).filter((job) => job.stage === stage && job.status !== 'manual');
    const played = writes().map(({ path }) => path.split('/').slice(-2));
    assert.ok(played.length > 0 && played.every(([job]) => of.some((each) => String(each.id) === job)));
    assert.deepEqual(new Set(played.map(([, verb]) => verb)), new Set(['play']));
    assert.deepEqual(
      (await jobsOf(id)).filter((job) => job.stage === stage && job.status === 'manual'),
      [],
    );
  });

  it('are available if the stage has such jobs and the role is sufficient', async () => {
    const { id, jobs } = await pipelineWith(1, isFailure);
    const content = await pipelines.content(keyOf(id));
    const stage = content.stages.find(({ name }) => name === jobs[0]?.stage) ?? assert.fail();
    assert.deepEqual(stageRow(stage).contextTokens, ['stage', 'failedLog', 'retryAll']);
    assert.deepEqual(stageRow(stage, 20).contextTokens, ['stage', 'failedLog']);
  });

  it('opens the log of the only failed job of a pipeline or stage without a prompt', async () => {
    const { id, jobs } = await pipelineWith(1, isFailure);
    const [failed] = jobs;
    assert.ok(failed);
    const pipeline = keyOf(id);
    await runCommand(failedLog(), COMMAND.openFailedLog, { target: { kind: 'pipeline', pipeline } });
    const target = { kind: 'stage', pipeline, stage: failed.stage };
    await runCommand(failedLog(), COMMAND.openFailedLog, { target });
    assert.deepEqual(
      opened.map(({ key, name }) => [key.job, name]),
      [
        [failed.id, failed.name],
        [failed.id, failed.name],
      ],
    );
  });

  it('shows a message if no job failed', async () => {
    const passed = (await listed()).find(({ status }) => status === 'success') ?? assert.fail();
    const target = { kind: 'pipeline', pipeline: keyOf(passed.id) };
    await runCommand(failedLog(), COMMAND.openFailedLog, { target });
    assert.deepEqual(opened, []);
    assert.match(prompts.messages.at(-1)?.message ?? '', /^Pipeline #\d+ has no failed jobs\.$/);
  });

  it('finds failed jobs of downstream pipelines at any depth', async () => {
    const job = (id: number) => aJob({ id, name: `job ${id}`, status: 'failed' });
    const starts = (id: number, status: string) =>
      aBridge({ id: id * 10, downstream_pipeline: { id, status, project_id: 7 } });
    const contents = new Map([
      [1, contentWith([], [starts(2, 'success')])],
      [2, contentWith([job(21)], [starts(3, 'failed'), starts(1, 'failed')])],
      [3, contentWith([job(31), aJob({ id: 32, status: 'failed', allow_failure: true })], [])],
    ]);
    const failed = await failedJobsOf(
      {
        content: ({ pipeline }) => Promise.resolve(contents.get(pipeline) ?? assert.fail(`${pipeline}`)),
      },
      keyOf(1),
    );
    assert.deepEqual(
      failed.map((each) => [each.pipeline.project, each.pipeline.pipeline, each.job.id, each.isBelow]),
      [
        [7, 2, 21, true],
        [7, 3, 31, true],
      ],
    );
  });
});

function contentWith(jobs: readonly Job[], bridges: readonly Bridge[]): PipelineContent {
  const stages = stagesOf(jobs, bridges);
  return { detail: undefined, jobs, bridges, cut: undefined, stages, members: new Map() };
}
