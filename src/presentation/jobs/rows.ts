import { t } from '../../base/localize';
import { hasLog, isErased } from '../../domain/jobs/log-availability';
import { allowedActions, artifactOffers, isWithheld } from '../../domain/jobs/rules';
import { isEnded } from '../../domain/jobs/status';
import { isOffline, type WaitReason } from '../../domain/jobs/waiting';
import type { AccessLevel } from '../../domain/projects/access-level';
import type { Bridge, Job } from '../../schemas/job';
import { COMMAND } from '../shared/command-ids';
import { percent } from '../shared/percent';
import { refName } from '../shared/ref-name';
import { roleFacts } from '../shared/role-messages';
import { accessibleLabel, type Detail, detailsOf, parts, type Row, yes } from '../shared/row';
import { BUSY_ICON, statusIcon, statusWord, unusualStatusWord } from '../shared/status-icons';
import { ago, duration, moment } from '../shared/time-labels';
import { artifactFacts, expirySoon } from './artifact-labels';
import { failureReason, longWait, shortWait } from './failure-labels';

/** What a row of a job needs to know beside the job. */
export interface JobContext {
  readonly now: number;
  /** Something is being done to it at this moment. */
  readonly busy: boolean;
  /** What the person may do in its project. */
  readonly access?: AccessLevel;
  /** The attempts before this one. */
  readonly earlier?: readonly Job[];
  /** Its stage has no row of its own. */
  readonly showsStage?: boolean;
  /** It was retried: what it left is not what anybody waits for. */
  readonly isAttempt?: boolean;
  /** It failed before it passed, with nothing changed in between. */
  readonly flaky?: boolean;
  /** Why it waits or stands still; asked for only where the mouse rests or the row says it. */
  readonly wait?: WaitReason | undefined;
}

export function jobRow(job: Job, context: JobContext): Row {
  const { busy, earlier = [], access } = context;
  return {
    label: job.name,
    description: shownState(job, context),
    icon: busy ? BUSY_ICON : statusIcon(job),
    get details() {
      return jobFacts(job, context);
    },
    accessibleLabel: accessibleLabel(t('Job {0}', job.name), ...wholeState(job, context), busyWord(busy)),
    // The buttons that the manifest makes of these words are lined up at the right, and a retry changes the row under the
    // pointer. Cancel therefore takes the last place, where Retry and Play never are: there they leave room for "Open in
    // Browser". A row without a page has no Cancel button, only the menu's.
    contextTokens: [
      'job',
      'log',
      ...compareTokens(job, earlier.some(hasLog)),
      ...(busy ? ['busy'] : allowedActions(job, 'job', access)),
      ...artifactOffers(job, context.now),
      ...webWord(job),
    ],
    expandable: earlier.length === 0 ? 'no' : 'collapsed',
    onClick: { command: COMMAND.openLog, title: t('Open Log') },
  };
}

/** An attempt that was retried, below the job that came of it. */
export function attemptRow(job: Job, { now, busy, access }: JobContext): Row {
  const context = { now, busy, access, isAttempt: true };
  return {
    label: `#${job.id}`,
    description: shownState(job, context),
    icon: busy ? BUSY_ICON : statusIcon(job),
    get details() {
      return jobFacts(job, context);
    },
    accessibleLabel: accessibleLabel(
      t('Previous attempt {0} of {1}', job.id, job.name),
      ...wholeState(job, context),
      busyWord(busy),
    ),
    // What was retried cannot be retried again.
    contextTokens: [
      'attempt',
      'log',
      // Whether there were others before it is not known here.
      ...compareTokens(job, true),
      ...(busy ? ['busy'] : allowedActions(job, 'job', access).filter((action) => action !== 'retry')),
      ...artifactOffers(job, now),
      ...webWord(job),
    ],
    expandable: 'no',
    onClick: { command: COMMAND.openLog, title: t('Open Log') },
  };
}

/** A trigger job opens its downstream pipeline as its child. */
export function bridgeRow(bridge: Bridge, context: JobContext): Row {
  const { now, busy, access } = context;
  const downstream = bridge.downstream_pipeline;
  const told = [
    unusualReason(bridge),
    downstream
      ? parts(`#${downstream.id}`, otherWord(bridge, downstream))
      : isEnded(bridge.status)
        ? t('no pipeline')
        : t('no pipeline yet'),
    age(bridge, now),
  ];
  return {
    label: bridge.name,
    description: parts(unusualStatusWord(bridge), ...told),
    icon: busy ? BUSY_ICON : statusIcon(bridge),
    get details() {
      return [
        ...jobFacts(bridge, context, 'bridge'),
        ...detailsOf(
          [t('Downstream pipeline'), downstream ? `#${downstream.id} ${refName(downstream.ref)}` : undefined],
          [t('Downstream status'), downstream ? statusWord(downstream) : undefined],
        ),
      ];
    },
    accessibleLabel: accessibleLabel(
      t('Trigger job {0}', bridge.name),
      statusWord(bridge),
      ...told.map((part) => part?.replaceAll(' · ', ' ')),
      busyWord(busy),
    ),
    contextTokens: [
      'bridge',
      ...(busy ? ['busy'] : allowedActions(bridge, 'bridge', access)),
      ...webWord(bridge),
    ],
    expandable: downstream ? 'collapsed' : 'no',
  };
}

/** A trigger job that does not wait for its pipeline passes while that one fails. */
function otherWord(bridge: Bridge, downstream: { readonly status: string }): string | undefined {
  return downstream.status === bridge.status ? undefined : statusWord(downstream);
}

/** What changes about a job, next to its icon. */
const shownState = (job: Job, context: JobContext): string =>
  parts(unusualStatusWord(job), ...state(job, context));

/** The same for those who don't see the icon. */
const wholeState = (job: Job, context: JobContext): readonly (string | undefined)[] => [
  statusWord(job),
  ...state(job, context, 'long'),
];

/** What changes about a job in addition to its status, the most important first. */
function state(
  job: Job,
  { now, flaky = false, wait, isAttempt = false, showsStage = false }: JobContext,
  style: 'narrow' | 'long' = 'narrow',
): (string | undefined)[] {
  return [
    flaky ? t('flaky') : undefined,
    job.status === 'failed' ? unusualReason(job) : undefined,
    isErased(job) ? t('log erased') : undefined,
    shortWait(wait),
    showsStage ? job.stage : undefined,
    duration(job.duration, style),
    percent(job.coverage),
    age(job, now),
    isAttempt ? undefined : expirySoon(job, now),
  ];
}

/** That its script failed is what is expected of a failed job: only the tooltip says it. */
function unusualReason({ failure_reason: reason }: Job): string | undefined {
  return reason === 'script_failure' ? undefined : failureReason(reason);
}

const busyWord = (busy: boolean): string | undefined => (busy ? t('busy') : undefined);

/** How long ago it ended, or since when it waits. What runs tells its duration, which says the same. */
function age(job: Job, now: number): string | undefined {
  if (isSet(job.started_at) && !isSet(job.finished_at)) return undefined;
  return ago(job.finished_at ?? job.created_at, now);
}

/** What the menus look for to compare its log. */
function compareTokens(job: Job, hasEarlier: boolean): string[] {
  if (!hasLog(job)) return [];
  return hasEarlier ? ['compare', 'earlier'] : ['compare'];
}

function isSet(time: string | null | undefined): boolean {
  return time !== null && time !== undefined;
}

function webWord(job: Job): readonly string[] {
  return job.web_url === null || job.web_url === undefined ? [] : ['web'];
}

function jobFacts(
  job: Job,
  { now, earlier = [], flaky = false, wait, access }: JobContext,
  kind: 'job' | 'bridge' = 'job',
): Detail[] {
  return [
    ...detailsOf(
      [t('Job'), `#${job.id}`],
      [t('Status'), statusWord(job)],
      [t('Reason'), failureReason(job.failure_reason)],
      [t('Reason'), longWait(wait)],
      [t('Flaky'), flaky ? t('failed before it passed') : undefined],
      [t('Allowed to fail'), yes(job.allow_failure)],
      [t('Stage'), job.stage],
      [job.tag ? t('Tag') : t('Ref'), refName(job.ref)],
      [t('Commit'), accessibleLabel(job.commit?.short_id ?? undefined, job.commit?.title ?? undefined)],
      [t('Commit author'), job.commit?.author_name],
      [t('Started by'), job.user?.name],
      [t('Created'), moment(job.created_at)],
      [t('Started'), moment(job.started_at)],
      [t('Finished'), moment(job.finished_at)],
      [t('Log erased'), moment(job.erased_at)],
      [isEnded(job.status) ? t('Duration') : t('Running for'), duration(job.duration)],
      [t('Queued for'), duration(job.queued_duration)],
      [t('Coverage'), percent(job.coverage)],
      [t('Runner'), runnerText(job)],
      [t('Runner manager'), managerText(job)],
      [t('Runner tags'), job.tag_list?.join(', ')],
      [t('Previous attempts'), earlier.length === 0 ? undefined : earlier.length],
      [t('Archived'), yes(job.archived)],
    ),
    ...(isWithheld(job, kind, access)
      ? roleFacts(
          access,
          job.status === 'canceling'
            ? t('Maintainer (to force cancel jobs)')
            : t('Developer (to retry or cancel jobs)'),
        )
      : []),
    ...artifactFacts(job, now),
  ];
}

function runnerText(job: Job): string | undefined {
  const { runner } = job;
  if (!runner) return undefined;
  return parts(
    runner.description ?? runner.name ?? `#${runner.id}`,
    isOffline(job) ? t('offline') : undefined,
    runner.paused ? t('paused') : undefined,
    runner.is_shared ? t('instance') : undefined,
  );
}

function managerText({ runner_manager: manager }: Job): string | undefined {
  if (!manager) return undefined;
  return parts(
    manager.version ?? undefined,
    [manager.platform, manager.architecture].filter((part) => part !== null && part !== undefined).join('/'),
    manager.system_id ?? undefined,
    manager.status === 'offline' ? t('last contact {0}', moment(manager.contacted_at) ?? '') : undefined,
  );
}
