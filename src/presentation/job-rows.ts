import { t } from '../base/localize';
import { allowedActions } from '../domain/job-rules';
import { isEnded } from '../domain/job-status';
import type { Bridge, Job } from '../schemas/job';
import { COMMAND } from './command-ids';
import { percent, refName } from './pipeline-rows';
import { facts, parts, spoken, yes, type Fact, type Row } from './row';
import { BUSY_ICON, statusIcon, statusWord } from './status-icons';
import { ago, duration, moment } from './time-words';

/** What a row of a job needs to know beside the job. */
export interface JobContext {
  readonly now: number;
  /** Something is being done to it at this moment. */
  readonly busy: boolean;
  /** How many attempts came before this one. */
  readonly earlier?: number;
}

export function jobRow(job: Job, { now, busy, earlier = 0 }: JobContext): Row {
  return {
    label: job.name,
    description: parts(statusWord(job), duration(job.duration), age(job, now)),
    icon: busy ? BUSY_ICON : statusIcon(job),
    facts: jobFacts(job, earlier),
    accessibleLabel: sentence(t('Job {0}', job.name), job, now, busy),
    words: ['job', 'log', ...(busy ? ['busy'] : allowedActions(job, 'job')), ...webWord(job)],
    expandable: 'no',
    onClick: { command: COMMAND.openLog, title: t('Open Log') },
  };
}

/** A trigger job opens its downstream pipeline as its child. */
export function bridgeRow(bridge: Bridge, { now, busy }: JobContext): Row {
  const downstream = bridge.downstream_pipeline;
  return {
    label: bridge.name,
    description: parts(
      statusWord(bridge),
      downstream ? `#${downstream.id}` : t('no pipeline yet'),
      age(bridge, now),
    ),
    icon: busy ? BUSY_ICON : statusIcon(bridge),
    facts: [
      ...jobFacts(bridge, 0),
      ...facts(
        [t('Downstream pipeline'), downstream ? `#${downstream.id} ${refName(downstream.ref)}` : undefined],
        [t('Downstream status'), downstream ? statusWord(downstream) : undefined],
      ),
    ],
    accessibleLabel: sentence(t('Trigger job {0}', bridge.name), bridge, now, busy),
    words: ['bridge', ...(busy ? ['busy'] : allowedActions(bridge, 'bridge')), ...webWord(bridge)],
    expandable: downstream ? 'collapsed' : 'no',
  };
}

function sentence(name: string, job: Job, now: number, busy: boolean): string {
  return spoken(
    name,
    statusWord(job),
    duration(job.duration, 'long'),
    age(job, now),
    busy ? t('busy') : undefined,
  );
}

/** How long ago it ended, or since when it waits. What runs tells its duration, which says the same. */
function age(job: Job, now: number): string | undefined {
  if (isSet(job.started_at) && !isSet(job.finished_at)) return undefined;
  return ago(job.finished_at ?? job.created_at, now);
}

function isSet(time: string | null | undefined): boolean {
  return time !== null && time !== undefined;
}

function webWord(job: Job): readonly string[] {
  return job.web_url === null || job.web_url === undefined ? [] : ['web'];
}

function jobFacts(job: Job, earlier: number): Fact[] {
  return facts(
    [t('Job'), `#${job.id}`],
    [t('Status'), statusWord(job)],
    [t('Reason'), job.failure_reason?.replaceAll('_', ' ')],
    [t('Allowed to fail'), yes(job.allow_failure)],
    [t('Stage'), job.stage],
    [t('Ref'), job.ref],
    [t('Commit'), spoken(job.commit?.short_id ?? undefined, job.commit?.title ?? undefined)],
    [t('Started by'), job.user?.name],
    [t('Created'), moment(job.created_at)],
    [t('Started'), moment(job.started_at)],
    [t('Finished'), moment(job.finished_at)],
    [t('Erased'), moment(job.erased_at)],
    [isEnded(job.status) ? t('Ran for') : t('Running for'), duration(job.duration)],
    [t('Queued for'), duration(job.queued_duration)],
    [t('Coverage'), percent(job.coverage)],
    [t('Runner'), job.runner?.description ?? job.runner?.name],
    [t('Runner tags'), job.tag_list?.join(', ')],
    [t('Earlier attempts'), earlier === 0 ? undefined : earlier],
    [t('Archived'), yes(job.archived)],
  );
}
