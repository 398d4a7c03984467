import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../../src/api/endpoints/jobs';
import { JobActions } from '../../../../src/app/jobs/actions';
import { Artifacts } from '../../../../src/app/jobs/artifacts';
import { PipelineActions } from '../../../../src/app/pipelines/actions';
import { JobUpdates } from '../../../../src/app/pipelines/job-updates';
import { Pipelines } from '../../../../src/app/pipelines/pipelines';
import { systemClock } from '../../../../src/base/clock';
import { type JobAction, obstacleTo } from '../../../../src/domain/jobs/rules';
import type { Sandbox } from '../../../../src/sandbox/index';
import type { Job, JobStatus } from '../../../../src/schemas/job';
import { ManualClock } from '../../../api/helpers/clocks';
import { actingOn } from '../../../builders/acting';
import type { FaultRun, FaultWrite } from '../helpers/fault-run';

/** The job that a write is for, or whose pipeline it is for. */
interface Setting {
  readonly status: JobStatus;
  readonly fits?: (job: Job) => boolean;
}

/** Number of pipelines whose rows are compared. Lists keep older ones that no longer fit on a page. */
const ROWS = 20;

/** A failed job. */
const FAILED: Setting = { status: 'failed' };

/** The job that fits each setting at the start of the sandbox, because its status changes. */
const jobs = new WeakMap<Setting, Job>();

/** The store of pipelines and jobs of a user, with the actions that update it. */
async function pipelinesOn(sandbox: Sandbox, setting = FAILED, url = sandbox.url) {
  const { status, fits = () => true } = setting;
  const { client } = actingOn(sandbox, 'maintainer', { url, policy: true });
  const clientFor = () => client;
  const found = async (): Promise<Job> => {
    const { items } = await client.page(listProjectJobs, { id: 1, scope: [status], per_page: 100 });
    return items.find(fits) ?? assert.fail(`no job is ${status}`);
  };
  const subject = jobs.get(setting) ?? (await found());
  jobs.set(setting, subject);
  const project = { base: url, project: 1 };
  const pipeline = { ...project, pipeline: subject.pipeline?.id ?? assert.fail('no pipeline') };
  const pipelines = new Pipelines(clientFor, new ManualClock());
  const jobActions = new JobActions(clientFor);
  new JobUpdates(jobActions, pipelines);
  pipelines.retainProject(project);
  pipelines.retainPipeline(pipeline);
  await Promise.all([pipelines.list(project), pipelines.content(pipeline)]);
  return {
    ...{ pipeline, project, jobActions },
    actions: new PipelineActions(clientFor, jobActions, pipelines),
    artifacts: new Artifacts({
      ...{ clientFor, clock: systemClock },
      downloading: (work) => work(new AbortController().signal),
    }),
    job: () => pipelines.member(pipeline, subject.id)?.job ?? assert.fail('no job'),
    /** Concurrently, so that both reads are under way during the write. */
    refresh: () =>
      Promise.all([pipelines.poll(undefined, true), pipelines.pollPipelines([pipeline], undefined, true)]),
    shown: () => ({
      list: pipelines
        .peekList(project)
        ?.pipelines.slice(0, ROWS)
        .map(({ id, status: word }) => [id, word]),
      pipeline: pipelines.details(pipeline)?.status,
      jobs: [...(pipelines.peek(pipeline)?.members.values() ?? [])]
        .map(({ job }) => [job.id, job.status, 'artifacts_file' in job && job.artifacts_file?.filename])
        .sort(),
      expires: pipelines.peek(pipeline)?.jobs.find(({ id }) => id === subject.id)?.artifacts_expire_at,
    }),
    onDidChange: pipelines.onDidChange,
  };
}
type Target = Awaited<ReturnType<typeof pipelinesOn>>;
type Write = FaultWrite<Setting, Target>;

const onJob = (of: Write['of'], action: JobAction, status: JobStatus): Write => ({
  of,
  setting: { status, fits: (job) => obstacleTo(action, job, 'job') === undefined },
  act: ({ jobActions, project, job }) => {
    const target = job();
    return jobActions.run(action, { key: { ...project, job: target.id }, kind: 'job', job: target });
  },
});

const keyOf = ({ project, job }: Target) => ({ ...project, job: job().id });

/** Writes for pipelines and jobs. */
export const PIPELINE_FAULTS: FaultRun<Setting, Target> = {
  create: pipelinesOn,
  held: [/^GET .*\/projects\/\d+\/pipelines$/, /^GET .*\/pipelines\/\d+\/jobs$/],
  writes: {
    'run pipeline': {
      of: 'createPipeline',
      act: ({ actions, project }) => actions.start(project, { ref: 'main', variables: [] }),
    },
    'retry the failed jobs of a pipeline': {
      of: 'retryPipeline',
      setting: { status: 'failed' },
      act: ({ actions, pipeline }) => actions.run('retryFailed', pipeline),
    },
    'cancel a pipeline': {
      of: 'cancelPipeline',
      setting: { status: 'running' },
      act: ({ actions, pipeline }) => actions.run('cancelAll', pipeline),
    },
    'retry a job': onJob('retryJob', 'retry', 'failed'),
    'run a manual job': onJob('playJob', 'play', 'manual'),
    'run a delayed job now': onJob('playJob', 'runNow', 'scheduled'),
    'unschedule a delayed job': onJob('unscheduleJob', 'unschedule', 'scheduled'),
    'cancel a job': onJob('cancelJob', 'cancel', 'running'),
    'erase a job': onJob('eraseJob', 'erase', 'success'),
    'keep artifacts': {
      of: 'keepArtifacts',
      setting: {
        status: 'success',
        fits: ({ artifacts_file: file, artifacts_expire_at: until }) => Boolean(file) && Boolean(until),
      },
      act: (target) => target.artifacts.keep(keyOf(target)),
    },
    'delete artifacts': {
      of: 'deleteArtifacts',
      setting: { status: 'success', fits: ({ artifacts_file: file }) => Boolean(file) },
      act: (target) => target.artifacts.delete(keyOf(target)),
    },
  },
};
