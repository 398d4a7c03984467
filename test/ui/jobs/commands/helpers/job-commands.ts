import { getJob, listProjectJobs } from '../../../../../src/api/endpoints/jobs';
import { JobActions, type JobTarget } from '../../../../../src/app/jobs/actions';
import type { JobKey } from '../../../../../src/app/shared/keys';
import type { Sandbox } from '../../../../../src/sandbox/index';
import type { Job } from '../../../../../src/schemas/job';
import type { JobCommandDeps } from '../../../../../src/ui/jobs/commands/commands';
import { maintainerOf } from '../../../../builders/maintainer';
import { UNKNOWN_ROLES } from '../../../../builders/roles';
import type { ScriptedPrompts } from '../../../../integration/helpers/scripted-prompts';

export const PROJECT = 'acme/storefront';

export interface JobCommandWorld {
  readonly deps: JobCommandDeps;
  /** The jobs of the project, latest first. */
  readonly jobs: readonly Job[];
  /** The jobs whose logs were opened. */
  readonly opened: readonly JobKey[];
}

/** Returns the dependencies of job commands that the maintainer of a sandbox runs. */
export async function jobCommandWorld(sandbox: Sandbox, prompts: ScriptedPrompts): Promise<JobCommandWorld> {
  const client = maintainerOf(sandbox);
  const { items: jobs } = await client.page(listProjectJobs, { id: PROJECT, per_page: 100 });
  const opened: JobKey[] = [];
  const deps: JobCommandDeps = {
    prompts,
    lookup: {
      ofTarget: () => undefined,
      read: async (key) => {
        const job = await client.call(getJob, { id: key.project, job_id: key.job });
        return { key, kind: 'job', job };
      },
      recent: (statuses) =>
        Promise.resolve(
          jobs
            .filter(({ status }) => statuses.length === 0 || statuses.some((each) => each === status))
            .map((job) => ({ ...jobTarget(sandbox, job), path: undefined, retried: false })),
        ),
    },
    actions: new JobActions(() => client),
    activeJob: () => undefined,
    openLog: (key) => {
      opened.push(key);
      return Promise.resolve();
    },
    now: () => 0,
    selectedRows: () => [],
    roles: UNKNOWN_ROLES,
    refresh: () => Promise.resolve(),
    confirmations: () => ({ runPatterns: [''], cancelPipeline: true, forceCancel: true, erase: true }),
  };
  return { deps, jobs, opened };
}

export const jobTarget = ({ url }: Sandbox, job: Job): JobTarget => ({
  key: { base: url, project: PROJECT, job: job.id },
  kind: 'job',
  job,
});

/** Returns the argument that a command receives for the row of a job. */
export const jobRow = ({ url }: Sandbox, { id, pipeline }: Job) => ({
  target: {
    kind: 'job',
    pipeline: { base: url, project: PROJECT, pipeline: pipeline?.id ?? 0 },
    job: id,
  },
});
