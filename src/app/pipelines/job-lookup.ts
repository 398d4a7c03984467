import type { Client } from '../../api/client';
import { getJob, listProjectJobs } from '../../api/endpoints/jobs';
import type { Job, JobStatus } from '../../schemas/job';
import type { Target } from '../../schemas/target';
import type { JobTarget } from '../jobs/actions';
import type { Projects, ProjectSearch } from '../projects/projects';
import type { JobKey, ProjectKey } from '../shared/keys';
import type { Pipelines } from './pipelines';

/** Largest page (server-behavior.md#page-parameters), sufficient for a picker. */
const MAX_JOBS = 100;

/** Why there are no projects to search. */
export type NoProjectsReason = Exclude<ProjectSearch['state'], 'found'>;

/** A job to select. `path`: path of its project; undefined if there is only one project. */
export interface RecentJob extends JobTarget {
  readonly path: string | undefined;
  /** An earlier attempt in the same pipeline is among the latest jobs. */
  readonly retried: boolean;
}

/** Jobs to select from, or why there are no projects to search. */
export type RecentJobs = readonly RecentJob[] | NoProjectsReason;

/** Finds the job for a command. */
export class JobLookup {
  readonly #clientFor: (base: string) => Client;
  readonly #projects: Projects;
  readonly #pipelines: Pipelines;

  constructor(clientFor: (base: string) => Client, projects: Projects, pipelines: Pipelines) {
    this.#clientFor = clientFor;
    this.#projects = projects;
    this.#pipelines = pipelines;
  }

  /** The cached job of a row; undefined for rows without a job. */
  ofTarget(target: Target | undefined): JobTarget | undefined {
    if (target?.kind !== 'job' && target?.kind !== 'bridge') return undefined;
    const member = this.#pipelines.member(target.pipeline, target.job);
    if (member === undefined) return undefined;
    const { base, project } = target.pipeline;
    return { key: { base, project, job: target.job }, kind: member.kind, job: member.job };
  }

  /** Reads the job from the server. */
  async read(key: JobKey, signal?: AbortSignal): Promise<JobTarget> {
    const job = await this.#clientFor(key.base).call(
      getJob,
      { id: key.project, job_id: key.job },
      { signal },
    );
    return { key, kind: 'job', job };
  }

  /**
   * The latest jobs of the workspace's projects with one of the statuses, or with any status if none are
   * given.
   */
  async recent(statuses: readonly JobStatus[], signal?: AbortSignal): Promise<RecentJobs> {
    const search = await this.#projects.search(signal);
    if (search.state !== 'found') return search.state;
    const found = search.projects;
    const unread = found.find((outcome) => !outcome.ok);
    const projects = found.flatMap((outcome) => (outcome.ok ? [outcome.project] : []));
    const jobs = await Promise.all(
      projects.map(async ({ key, path }) => {
        const several = found.length > 1 ? path : undefined;
        return (await this.#recentOf(key, statuses, signal)).map((job) => ({ ...job, path: several }));
      }),
    );
    // If there are no jobs, the error is more useful than an empty list.
    if (jobs.flat().length === 0 && unread?.ok === false) throw unread.error;
    return jobs.flat().sort((a, b) => b.job.id - a.job.id);
  }

  /** A project's job list includes retried attempts, which are omitted if a newer one is known. */
  async #recentOf(
    key: ProjectKey,
    statuses: readonly JobStatus[],
    signal?: AbortSignal,
  ): Promise<Omit<RecentJob, 'path'>[]> {
    const client = this.#clientFor(key.base);
    const read = async (scope?: readonly JobStatus[]): Promise<readonly Job[]> =>
      (await client.page(listProjectJobs, { id: key.project, scope, per_page: MAX_JOBS }, { signal })).items;
    const [newest, fitting] = await Promise.all([read(), statuses.length === 0 ? [] : read(statuses)]);
    const latest = new Map<string, Job>();
    const retried = new Set<string>();
    for (const job of [...newest, ...fitting]) {
      const name = nameOf(job);
      const known = latest.get(name);
      if (known !== undefined && known.id !== job.id) retried.add(name);
      if (job.id >= (known?.id ?? 0)) latest.set(name, job);
    }
    return [...latest.values()]
      .filter(({ status }) => statuses.length === 0 || statuses.some((wanted) => wanted === status))
      .map((job) => ({ key: { ...key, job: job.id }, kind: 'job', job, retried: retried.has(nameOf(job)) }));
  }
}

/** The name is the same for all attempts of a job. */
const nameOf = ({ pipeline, name }: Job): string => `${pipeline?.id ?? ''} ${name}`;
