import { isApiError } from '../../../api/errors';
import type { JobTarget } from '../../../app/jobs/actions';
import type { JobLookup, RecentJob } from '../../../app/pipelines/job-lookup';
import type { JobKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { allowedActions, type JobAction } from '../../../domain/jobs/rules';
import { type StatusMark, statusMark } from '../../../domain/jobs/status';
import { refName } from '../../../presentation/shared/ref-name';
import { parts } from '../../../presentation/shared/row';
import { statusIcon, statusWord } from '../../../presentation/shared/status-icons';
import { ago } from '../../../presentation/shared/time-labels';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { Job, JobStatus } from '../../../schemas/job';
import { chooseFound, type FoundQuestion } from '../../shared/commands/choose-found';
import type { PickItem, Prompts } from '../../shared/editor/prompts';

export interface JobChoiceDeps {
  readonly lookup: Pick<JobLookup, 'ofTarget' | 'read' | 'recent'>;
  readonly prompts: Prompts;
  /** The job whose log is in the active editor. */
  readonly activeJob: () => JobKey | undefined;
  readonly now: () => number;
}

/** A question for a job if the command has none. */
export interface JobQuestion extends Pick<FoundQuestion<JobTarget>, 'title' | 'placeholder' | 'none'> {
  /** If empty, all statuses. */
  readonly statuses: readonly JobStatus[];
  /** Filters the jobs; default: all. */
  readonly fits?: (job: Job, recent: RecentJob) => boolean;
  /** `runs`: every run; `names`: the latest run of every name. */
  readonly list?: 'runs' | 'names';
  /** Order of runs. `failed-first`: for commands that are mostly used for failed jobs. Default: the latest first. */
  readonly order?: 'failed-first' | 'latest';
}

/**
 * Returns the job of the row, or of the log whose button was clicked; otherwise undefined, without using
 * another job.
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

/** Returns the job of the active log if it allows the action. */
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

/** Logs stay open after sign-out; then the caller asks for another job. Rethrows other errors. */
export function unlessSignedOut(error: unknown): undefined {
  if (isApiError(error, 'unauthorized') && error.status === undefined) return undefined;
  throw error;
}

/** Asks for one of the latest jobs. */
export function chooseJob(
  { lookup, prompts, now }: JobChoiceDeps,
  { statuses, fits = () => true, list = 'runs', order = 'latest', ...question }: JobQuestion,
): Promise<JobTarget | undefined> {
  return chooseFound(prompts, {
    ...question,
    loading: t('Loading jobs…'),
    find: async (signal) => {
      const recent = await lookup.recent(statuses, signal);
      if (typeof recent === 'string') return recent;
      const fitting = recent.filter((one) => fits(one.job, one));
      return list === 'runs'
        ? (order === 'latest' ? fitting : failedFirst(fitting)).map((one) => itemOf(one, now()))
        : newestOfNames(fitting).map((one) => nameItemOf(one, now()));
    },
  });
}

/** Failed jobs, then those that were allowed to fail, then the others. Keeps the order of the jobs of each kind. */
function failedFirst(jobs: readonly RecentJob[]): readonly RecentJob[] {
  const rank = ({ job }: RecentJob): number => FAILED_FIRST.indexOf(statusMark(job));
  return [...jobs].sort((a, b) => rank(b) - rank(a));
}

const FAILED_FIRST: readonly StatusMark[] = ['warning', 'failed'];

/** Returns the latest job of each name and project, sorted by name. `jobs`: latest first. */
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
