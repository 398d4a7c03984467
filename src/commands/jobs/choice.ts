import { isApiError } from '../../api/errors';
import type { JobTarget } from '../../app/jobs/actions';
import type { JobLookup, RecentJob } from '../../app/pipelines/job-lookup';
import type { JobKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { allowedActions, type JobAction } from '../../domain/jobs/rules';
import type { PickItem, Prompts } from '../../editor/shared/prompts';
import { refName } from '../../presentation/shared/ref-name';
import { parts } from '../../presentation/shared/row';
import { statusIcon, statusWord } from '../../presentation/shared/status-icons';
import { ago } from '../../presentation/shared/time-labels';
import type { CommandArgument } from '../../schemas/command-argument';
import type { Job, JobStatus } from '../../schemas/job';
import { chooseFound, type FoundQuestion } from '../shared/choose-found';

export interface JobChoiceDeps {
  readonly lookup: Pick<JobLookup, 'ofTarget' | 'read' | 'recent'>;
  readonly prompts: Prompts;
  /** The job whose log is the active editor. */
  readonly activeJob: () => JobKey | undefined;
  readonly now: () => number;
}

/** What is asked where no job is at hand. */
export interface JobQuestion extends Pick<FoundQuestion<JobTarget>, 'title' | 'placeholder' | 'none'> {
  /** Of all statuses where none are named. */
  readonly statuses: readonly JobStatus[];
  /** Which of them; all where it is not given. */
  readonly fits?: (job: Job, recent: RecentJob) => boolean;
  /** What is listed: every run, or every name once, with its newest run. */
  readonly list?: 'runs' | 'names';
}

/**
 * The job that the caller named: that of a row, or that of the log whose button was pressed. It is that job or none:
 * never another one that happens to be at hand.
 */
export async function namedJob(
  { lookup, activeJob }: JobChoiceDeps,
  argument: CommandArgument,
): Promise<JobTarget | undefined> {
  const target = argument?.target;
  if (target?.kind === 'job' || target?.kind === 'bridge') {
    const { base, project } = target.pipeline;
    return lookup.ofTarget(target) ?? (await lookup.read({ base, project, job: target.job }));
  }
  const key = argument === undefined ? undefined : activeJob();
  return key === undefined ? undefined : lookup.read(key);
}

/** The job whose log is being read, where the action fits it. */
export async function jobOfActiveLog(
  { activeJob, lookup }: JobChoiceDeps,
  action: JobAction,
): Promise<JobTarget | undefined> {
  const key = activeJob();
  if (key === undefined) return undefined;
  const target = await lookup.read(key).catch(unlessSignedOut);
  if (target === undefined) return undefined;
  return allowedActions(target.job, target.kind).includes(action) ? target : undefined;
}

/** A log stays open after its account has gone: then there is another place to look, or it is said that there is none. */
function unlessSignedOut(error: unknown): undefined {
  if (isApiError(error, 'unauthorized') && error.status === undefined) return undefined;
  throw error;
}

/** Lets a person choose among the newest jobs. */
export function chooseJob(
  { lookup, prompts, now }: JobChoiceDeps,
  { statuses, fits = () => true, list = 'runs', ...question }: JobQuestion,
): Promise<JobTarget | undefined> {
  return chooseFound(prompts, {
    ...question,
    loading: t('Loading jobs…'),
    find: async (signal) => {
      const recent = await lookup.recent(statuses, signal);
      if (typeof recent === 'string') return recent;
      const fitting = recent.filter((one) => fits(one.job, one));
      return list === 'runs'
        ? fitting.map((one) => itemOf(one, now()))
        : newestOfNames(fitting).map((one) => nameItemOf(one, now()));
    },
  });
}

/** Jobs come newest first. */
function newestOfNames(jobs: readonly RecentJob[]): readonly RecentJob[] {
  const newest = new Map<string, RecentJob>();
  for (const one of jobs) {
    const name = JSON.stringify([one.key.base, one.key.project, one.job.name]);
    if (!newest.has(name)) newest.set(name, one);
  }
  return [...newest.values()].sort((a, b) => a.job.name.localeCompare(b.job.name));
}

function nameItemOf(target: RecentJob, now: number): PickItem<JobTarget> {
  const { job, path } = target;
  const latest = ago(job.finished_at ?? job.started_at ?? job.created_at, now);
  return {
    label: job.name,
    description: parts(path, latest === undefined ? undefined : t('latest run {0}', latest)),
    value: target,
  };
}

function itemOf(target: RecentJob, now: number): PickItem<JobTarget> {
  const { job, path } = target;
  return {
    label: job.name,
    description: parts(
      statusWord(job),
      path,
      refName(job.ref),
      job.pipeline ? t('pipeline #{0}', job.pipeline.id) : undefined,
      ago(job.finished_at ?? job.started_at ?? job.created_at, now),
    ),
    icon: statusIcon(job).id.replace('~spin', ''),
    value: target,
  };
}
