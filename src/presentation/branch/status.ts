import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { type BranchStep, nextStep } from '../../domain/branch/pipeline';
import { hasPassedWithWarnings } from '../../domain/jobs/status';
import type { PipelineProgress } from '../../domain/pipelines/progress';
import { type RequestStateFacts, requestStateLabel } from '../merge-requests/request-label';
import { finishedJobs, jobCount } from '../pipelines/progress-labels';
import { explain } from '../shared/error-messages';
import { listText } from '../shared/format';
import { plainText } from '../shared/plain-text';
import { refName } from '../shared/ref-name';
import { accessibleLabel, type Detail, detailsOf, parts } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import { statusIcon, statusWord, WARNING_ICON } from '../shared/status-icons';
import { duration, moment, timeOfDay } from '../shared/time-labels';

/** Status bar item of the workspace's branch. */
export interface BranchStatus {
  /** Starts with a codicon. */
  readonly text: string;
  readonly details: readonly Detail[];
  /** Text for screen readers. */
  readonly accessibleLabel: string;
}

/** Badge of the view container, and its explanation. */
export interface BranchBadge {
  readonly value: number;
  readonly tooltip: string;
}

interface PipelineOf {
  readonly id: number;
  readonly status: string;
  readonly sha: string;
  readonly ref?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly duration?: number | null | undefined;
  readonly detailed_status?: { readonly group?: string | null | undefined } | null | undefined;
  readonly user?: { readonly name: string } | null | undefined;
}

interface BranchOf {
  readonly branch: {
    readonly path: string;
    readonly head: { readonly name: string | undefined; readonly sha: string | undefined };
  };
  readonly pipeline: PipelineOf | undefined;
  /** While it is running, if known. */
  readonly progress?: PipelineProgress | undefined;
  readonly failed: readonly { readonly name: string }[];
  readonly mergeRequest: (RequestStateFacts & { readonly iid: number; readonly title: string }) | undefined;
  readonly problem: unknown;
  /** When everything was read last, in Unix milliseconds. */
  readonly readAt?: number | undefined;
  /** Title of the pipeline's commit or merge request, if known. */
  readonly title?: string | undefined;
}

/** Maximum number of job names in a tooltip or message; the other jobs are counted. */
const MAX_NAMES = 3;

const ON_CLICK: Readonly<Record<BranchStep, () => string>> = {
  'open-failing-log': () => t("Open the failed job's log"),
  play: () => t('Select a manual job to run'),
  show: () => t('Show the pipeline in the Pipelines view'),
  'open-merge-request': () => t('Open the merge request'),
  run: () => t('Choose whether to run a pipeline for this branch'),
};

/** `now`: required to show when everything was read, in Unix milliseconds. */
export function branchStatus(of: BranchOf, now = of.readAt ?? 0): BranchStatus {
  const { branch, pipeline, progress, failed, mergeRequest, problem, readAt } = of;
  const where = branch.head.name ?? shortSha(branch.head.sha) ?? '';
  const request = mergeRequest === undefined ? undefined : `!${mergeRequest.iid}`;
  const ready = mergeRequest === undefined ? '' : plainText(requestStateLabel(mergeRequest));
  const unread = pipeline === undefined && problem !== undefined;
  const outdated = pipeline !== undefined && problem !== undefined ? outdatedLabel(readAt, now) : undefined;
  const word = pipeline === undefined ? undefined : plainText(wordOf(pipeline));
  const icon = unread
    ? 'warning'
    : pipeline === undefined
      ? 'circle-large-outline'
      : hasPassedWithWarnings(pipeline)
        ? WARNING_ICON.id
        : still(statusIcon(pipeline).id);
  const what = unread
    ? t('Pipeline unavailable')
    : word === undefined
      ? t('No pipeline')
      : progress === undefined
        ? t('Pipeline: {0}', word)
        : t('Pipeline: {0} ({1})', word, jobCount(progress));
  return {
    text: parts(
      `$(${icon}) ${what}`,
      outdated,
      request === undefined ? undefined : `${request} ${ready}`.trim(),
    ),
    details: detailsOf(
      [t('Project'), branch.path],
      [branch.head.name === undefined ? t('Checked-out commit') : t('Branch'), where],
      ...pipelineFacts(of),
      [t('Failed jobs'), failed.length === 0 ? undefined : jobNames(failed.map(({ name }) => name))],
      [
        t('Merge request'),
        mergeRequest &&
          `${request ?? ''} ${mergeRequest.title} (${ready === '' ? stateWord(mergeRequest.state) : ready})`,
      ],
      [t('Refresh failed'), problem === undefined ? undefined : explain(problem).why],
      [t('On click'), unread ? t('Try again') : ON_CLICK[nextStep(pipeline, mergeRequest)]()],
    ),
    accessibleLabel: accessibleLabel(
      unread
        ? t("Couldn't load the pipeline for {0}", where)
        : pipeline === undefined
          ? t('No pipeline for {0}', where)
          : t('Pipeline {0} for {1}: {2}', pipeline.id, where, word ?? ''),
      outdated,
      progress && finishedJobs(progress),
      mergeRequest &&
        accessibleLabel(
          t('merge request {0}, {1}', mergeRequest.iid, stateWord(mergeRequest.state)),
          mergeRequest.state === 'opened' ? ready : undefined,
        ),
    ),
  };
}

const outdatedLabel = (readAt: number | undefined, now: number): string =>
  readAt === undefined ? t('not up to date') : t('as of {0}', timeOfDay(readAt, now));

const wordOf = (pipeline: PipelineOf): string =>
  hasPassedWithWarnings(pipeline) ? t('passed with warnings') : statusWord(pipeline);

/** Removes the animation of an icon, because motion in the status bar is distracting. */
const still = (icon: string): string => icon.replace(/~spin$/, '');

function pipelineFacts({
  branch,
  pipeline,
  progress,
  mergeRequest,
  title,
}: BranchOf): (readonly [string, string | undefined])[] {
  if (pipeline === undefined) return [];
  const { head } = branch;
  const isHead = head.sha !== undefined && head.sha === pipeline.sha;
  const commit = shortSha(pipeline.sha);
  const ref = refName(pipeline.ref);
  return [
    [t('Pipeline'), `#${pipeline.id} ${wordOf(pipeline)}`],
    [t('Progress'), progress && finishedJobs(progress)],
    [t('Title'), title === mergeRequest?.title ? undefined : title],
    [t('Ref'), ref === head.name ? undefined : ref],
    [t('Commit'), isHead || commit === '' ? commit : t('{0} (not checked out)', commit)],
    [t('Started by'), pipeline.user?.name],
    [t('Created'), moment(pipeline.created_at)],
    [t('Duration'), duration(pipeline.duration)],
  ];
}

/**
 * Returns the number of failed jobs, or 1 if the pipeline failed without a failed job. Undefined for no
 * badge.
 */
export function branchBadge(
  of: Pick<BranchOf, 'branch' | 'pipeline' | 'failed'> | undefined,
): BranchBadge | undefined {
  if (of?.pipeline?.status !== 'failed') return undefined;
  const { branch, pipeline, failed } = of;
  const where = branch.head.name ?? refName(pipeline.ref);
  const tooltip =
    failed.length === 0
      ? t('The latest pipeline for {0} failed', where)
      : t(
          '{0, plural, one {# job failed on {1}: {2}} other {# jobs failed on {1}: {2}}}',
          failed.length,
          where,
          jobNames(failed.map(({ name }) => name)),
        );
  return { value: Math.max(1, failed.length), tooltip };
}

/** `unit-tests, lint, build, and 2 more` */
export function jobNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  const shown = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [t('{0} more', more)] : [])];
  return listText(shown);
}
