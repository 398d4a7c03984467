import { isApiError } from '../api/errors';
import type { JobLookup, Nowhere, RecentJob } from '../app/job-lookup';
import type { JobTarget } from '../app/job-actions';
import type { JobKey } from '../app/keys';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { allowedActions, type JobAction } from '../domain/job-rules';
import type { PickItem, Prompts } from '../editor/prompts';
import { refName } from '../presentation/pipeline-rows';
import { parts } from '../presentation/row';
import { statusIcon, statusWord } from '../presentation/status-icons';
import { ago } from '../presentation/time-words';
import type { JobStatus } from '../schemas/job';
import { tellNowhere } from './nowhere';

export interface JobChoicePorts {
  readonly lookup: JobLookup;
  readonly prompts: Prompts;
  /** The job whose log is the active editor. */
  readonly activeJob: () => JobKey | undefined;
  readonly now: () => number;
}

/** What is asked where no job is at hand. */
export interface JobQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Told where there is no such job. */
  readonly none: string;
  /** Of all statuses where none are named. */
  readonly statuses: readonly JobStatus[];
}

/**
 * The job that the caller named: that of a row, or that of the log whose button was pressed. It is that job or none:
 * never another one that happens to be at hand.
 */
export async function namedJob(
  { lookup, activeJob }: JobChoicePorts,
  argument: unknown,
): Promise<JobTarget | undefined> {
  const target = targetOf(argument);
  if (target?.kind === 'job' || target?.kind === 'bridge') {
    const { base, project } = target.pipeline;
    return lookup.ofTarget(target) ?? (await lookup.read({ base, project, job: target.job }));
  }
  const key = argument === undefined ? undefined : activeJob();
  return key === undefined ? undefined : lookup.read(key);
}

/** The job whose log is being read, where the action fits it. */
export async function jobOfActiveLog(
  { activeJob, lookup }: JobChoicePorts,
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

/** Lets a person choose among the newest jobs. Where there are none to choose, they are told why. */
export async function chooseJob(
  { lookup, prompts, now }: JobChoicePorts,
  { title, placeholder, none, statuses }: JobQuestion,
): Promise<JobTarget | undefined> {
  let nowhere: Nowhere | undefined;
  let nothing: string | undefined;
  const items = async (signal: AbortSignal): Promise<readonly PickItem<JobTarget>[]> => {
    const recent = await lookup.recent(statuses, signal);
    if (typeof recent === 'string') nowhere = recent;
    else if (recent.length === 0) nothing = none;
    return typeof recent === 'string' ? [] : recent.map((job) => itemOf(job, now()));
  };
  const chosen = await prompts.pick({ title, placeholder, items, looking: t('Looking for jobs…') });
  if (nowhere !== undefined) tellNowhere(prompts, nowhere);
  else if (nothing !== undefined) prompts.tell('info', nothing, []);
  return chosen;
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
