import { t } from '../../base/localize';
import { hasArchive } from '../../domain/jobs/artifacts';
import { hasLog, isErased } from '../../domain/jobs/log-availability';
import { allowedActions, artifactOffers, isWithheld } from '../../domain/jobs/rules';
import { isEnded } from '../../domain/jobs/status';
import type { WaitReason } from '../../domain/jobs/waiting';
import type { AccessLevel } from '../../domain/projects/access-level';
import { isRefusedByRole } from '../../domain/projects/required-roles';
import type { Bridge, Job } from '../../schemas/job';
import { fullUserName } from '../accounts/user-name';
import { COMMAND } from '../shared/command-ids';
import { percent } from '../shared/percent';
import { refName } from '../shared/ref-name';
import { roleFacts } from '../shared/role-messages';
import { accessibleLabel, type Detail, detailsOf, parts, type Row } from '../shared/row';
import { BUSY_ICON, statusIcon, statusWord, unusualStatusWord } from '../shared/status-icons';
import { ago, duration, moment, momentWithAge, shortAge } from '../shared/time-labels';
import { artifactFacts, expirySoon } from './artifact-labels';
import { failureReason, longWait, shortWait } from './failure-labels';
import { runnerDetail } from './runner-labels';

/** Data of a job's row in addition to the job. */
export interface JobContext {
  readonly now: number;
  /** An action on the job is in progress. */
  readonly busy: boolean;
  /** Access level of the user in the project. */
  readonly access?: AccessLevel;
  /** Previous attempts. */
  readonly earlier?: readonly Job[];
  /** Show the stage, because it has no row. */
  readonly showsStage?: boolean;
  /** The job was retried; the expiration of its artifacts isn't shown. */
  readonly isAttempt?: boolean;
  /** The job failed before it passed, without changes in between. */
  readonly flaky?: boolean;
  /** Why the job is waiting. Loaded only for rows that show it, or on hover. */
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
    // VS Code aligns a row's buttons on the right, and a retry changes the row under the pointer. Cancel is
    // therefore the last button, where Retry and Run never are: their rows end with "Open in Browser". A row
    // without a page has Cancel only in its menu.
    contextTokens: [
      'job',
      'log',
      ...compareTokens(job, earlier.some(hasLog)),
      ...(busy ? ['busy'] : allowedActions(job, 'job', access)),
      ...archiveTokens(job, context.now, access),
      ...offeredArtifacts(job, context.now, access),
      ...webWord(job),
    ],
    expandable: earlier.length === 0 && !hasArchive(job, context.now) ? 'no' : 'collapsed',
    onClick: { command: COMMAND.openLog, title: t('Open Log') },
  };
}

/** Row of a retried attempt, below the latest attempt. */
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
      t('Previous attempt of {1}, job #{0}', job.id, job.name),
      ...wholeState(job, context),
      busyWord(busy),
    ),
    // A retried job can't be retried again.
    contextTokens: [
      'attempt',
      'log',
      // Its previous attempts aren't known here.
      ...compareTokens(job, true),
      ...(busy ? ['busy'] : allowedActions(job, 'job', access).filter((action) => action !== 'retry')),
      ...archiveTokens(job, now, access),
      ...offeredArtifacts(job, now, access),
      ...webWord(job),
    ],
    expandable: hasArchive(job, now) ? 'collapsed' : 'no',
    onClick: { command: COMMAND.openLog, title: t('Open Log') },
  };
}

/** Row of a trigger job, the parent of its downstream pipeline. */
export function bridgeRow(bridge: Bridge, context: JobContext): Row {
  const { now, busy, access } = context;
  const downstream = bridge.downstream_pipeline;
  const facts = [
    unusualReason(bridge),
    downstream
      ? parts(`#${downstream.id}`, otherWord(bridge, downstream))
      : isEnded(bridge.status)
        ? t('no pipeline')
        : t('no pipeline yet'),
  ];
  return {
    label: bridge.name,
    description: parts(unusualStatusWord(bridge), ...facts, age(bridge, now, 'short')),
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
      ...facts.map((part) => part?.replaceAll(' · ', ' ')),
      age(bridge, now, 'long'),
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

/**
 * Returns the status of the downstream pipeline if it differs: a trigger job that doesn't wait passes even if
 * its pipeline fails.
 */
function otherWord(bridge: Bridge, downstream: { readonly status: string }): string | undefined {
  return downstream.status === bridge.status ? undefined : statusWord(downstream);
}

/** Returns the state next to the icon. */
const shownState = (job: Job, context: JobContext): string =>
  parts(unusualStatusWord(job), ...state(job, context));

/** Returns the state for screen readers, which don't read the icon. */
const wholeState = (job: Job, context: JobContext): readonly (string | undefined)[] => [
  statusWord(job),
  ...state(job, context, 'long'),
];

/** Returns the state in addition to the status, most important first. */
function state(
  job: Job,
  { now, flaky = false, wait, isAttempt = false, showsStage = false }: JobContext,
  style: 'narrow' | 'long' = 'narrow',
): (string | undefined)[] {
  return [
    flaky ? t('flaky') : undefined,
    job.status === 'failed' ? unusualReason(job) : undefined,
    isErased(job) ? t('log erased') : undefined,
    shortWait(wait, now, style),
    showsStage ? job.stage : undefined,
    duration(job.duration, style),
    percent(job.coverage),
    // The time until a delayed job starts is more important.
    wait?.why === 'delayed' ? undefined : age(job, now, style === 'long' ? 'long' : 'short'),
    isAttempt ? undefined : expirySoon(job, now),
  ];
}

/** Returns the failure reason unless it is `script_failure`, the usual one, which only the tooltip shows. */
function unusualReason({ failure_reason: reason }: Job): string | undefined {
  return reason === 'script_failure' ? undefined : failureReason(reason);
}

const busyWord = (busy: boolean): string | undefined => (busy ? t('busy') : undefined);

/**
 * Returns the time since the job finished or was created. Undefined for running jobs, which show their
 * duration.
 */
function age(job: Job, now: number, style: 'short' | 'long'): string | undefined {
  if (isSet(job.started_at) && !isSet(job.finished_at)) return undefined;
  const time = job.finished_at ?? job.created_at;
  return style === 'long' ? ago(time, now) : shortAge(time, now);
}

/** Returns the context tokens for comparing the log. */
function compareTokens(job: Job, hasEarlier: boolean): string[] {
  if (!hasLog(job)) return [];
  return hasEarlier ? ['compare', 'earlier'] : ['compare'];
}

/** Returns the context tokens for browsing, downloading, and deleting the archive. */
function archiveTokens(job: Job, now: number, access: AccessLevel): string[] {
  if (!hasArchive(job, now)) return [];
  const isKept = job.archived || isRefusedByRole('deleteArtifacts', access);
  return isKept ? ['archive'] : ['archive', 'deleteArtifacts'];
}

/** Returns the context tokens for seeing the artifacts in the browser, and for keeping them. */
function offeredArtifacts(job: Job, now: number, access: AccessLevel): readonly string[] {
  const isRefused = job.archived || isRefusedByRole('keepArtifacts', access);
  return artifactOffers(job, now).filter((token) => token !== 'keep' || !isRefused);
}

function isSet(time: string | null | undefined): boolean {
  return time !== null && time !== undefined;
}

function webWord(job: Job): readonly string[] {
  return job.web_url === null || job.web_url === undefined ? [] : ['web'];
}

function jobFacts(
  job: Job,
  { now, flaky = false, wait, access }: JobContext,
  kind: 'job' | 'bridge' = 'job',
): Detail[] {
  return [
    ...detailsOf(
      [t('Job'), `#${job.id}`],
      [
        t('Status'),
        parts(
          statusWord(job),
          flaky ? t('failed before it passed') : undefined,
          job.allow_failure ? t('allowed to fail') : undefined,
          job.archived ? t('archived') : undefined,
        ),
      ],
      [t('Reason'), longWait(wait) ?? failureReason(job.failure_reason)],
      [t('Started by'), job.user ? fullUserName(job.user) : undefined],
      timeFact(job, now),
      [t('Log erased'), moment(job.erased_at)],
      [t('Queued for'), duration(job.queued_duration)],
      [t('Runner'), runnerDetail(job)],
      // When a runner is assigned, its line contains the tags.
      [t('Runner tags'), job.runner ? undefined : job.tag_list?.join(', ')],
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

/** The time to which the age in the row refers; for a running job, the start. */
function timeFact(job: Job, now: number): readonly [name: string, value: string | undefined] {
  if (isSet(job.finished_at)) return [t('Finished'), momentWithAge(job.finished_at, now)];
  return isSet(job.started_at)
    ? [t('Started'), momentWithAge(job.started_at, now)]
    : [t('Created'), momentWithAge(job.created_at, now)];
}
