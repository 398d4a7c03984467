import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { groupStatus, hasPassedWithWarnings, severity } from '../../domain/jobs/status';
import type { Stage } from '../../domain/pipelines/grouping';
import { mergeRequestOf, pipelineActions } from '../../domain/pipelines/rules';
import { isFailure, stageActions } from '../../domain/pipelines/stage-actions';
import type { AccessLevel } from '../../domain/projects/access-level';
import { isRefusedByRole } from '../../domain/projects/required-roles';
import type { PipelineFacts } from '../../schemas/pipeline';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { sourceWord } from '../shared/filter-labels';
import { percent } from '../shared/percent';
import { pipelineName, refName } from '../shared/ref-name';
import { readOnlyLabel, roleFacts, roleName } from '../shared/role-messages';
import { accessibleLabel, detailsOf, parts, type Row, yes } from '../shared/row';
import { rowTitle } from '../shared/short-title';
import {
  countedStatus,
  statusIcon,
  statusWord,
  unusualStatusWord,
  WARNING_ICON,
} from '../shared/status-icons';
import { ago, duration, momentWithAge, shortAge } from '../shared/time-labels';
import { progressLabel, progressSentence, type ShownProgress } from './progress-labels';

/** Root row of a project of the workspace. */
export function projectRow(project: {
  readonly path: string;
  readonly base: string;
  readonly username: string | undefined;
  /** The latest of all its pipelines, whether shown or not. */
  readonly newest?: { readonly status: string } | undefined;
  /** Number of new pipelines that aren't shown. */
  readonly unseen?: number | undefined;
  /** Added by the user; can be removed. */
  readonly added?: boolean;
  readonly access?: AccessLevel;
}): Row {
  const host = hostAndPath(project.base);
  const who = project.username === undefined ? undefined : `@${project.username}`;
  const word = project.newest === undefined ? undefined : statusWord(project.newest);
  const added = project.added === true;
  const isArchived = project.access === 'archived';
  const { unseen = 0 } = project;
  const newLabel =
    unseen === 0 ? undefined : t('{0, plural, one {# new pipeline} other {# new pipelines}}', unseen);
  return {
    label: project.path,
    description: parts(newLabel, readOnlyLabel(project.access), word, who, host),
    icon: { id: 'repo' },
    get details() {
      return detailsOf(
        [t('Project'), project.path],
        [t('Server'), project.base],
        [t('Signed in as'), who],
        [t('Role'), roleName(project.access)],
        [t('Archived'), yes(isArchived)],
        [t('Token'), project.access === 'read-only-token' ? t('read-only') : undefined],
        [t('Latest pipeline'), word],
        [t('Not shown yet'), newLabel],
        [t('Added manually'), yes(added)],
      );
    },
    accessibleLabel: accessibleLabel(
      t('Project {0}', project.path),
      newLabel,
      t('on {0}', host),
      who,
      readOnlyLabel(project.access),
      word === undefined ? undefined : t('latest pipeline {0}', word),
    ),
    contextTokens: [
      'project',
      'web',
      ...(added ? ['added'] : []),
      ...(unseen === 0 ? [] : ['hasNew']),
      ...runWord(project.access),
    ],
    expandable: 'expanded',
  };
}

/** Running a pipeline requires the Developer role. If the role is unknown, the command is available. */
export const canRunPipelines = (access: AccessLevel): boolean => !isRefusedByRole('runPipeline', access);

const runWord = (access: AccessLevel): readonly string[] => (canRunPipelines(access) ? ['canRun'] : []);

/** Data of a pipeline's row in addition to the pipeline. */
export interface PipelineContext {
  readonly now: number;
  /** Path of its project, if the row above belongs to another one. */
  readonly where?: string | undefined;
  /** The row is below the trigger job that started the pipeline. */
  readonly hasUpstream?: boolean;
  /** Access level of the user in the project. */
  readonly access?: AccessLevel;
  /** A failed pipeline further downstream. */
  readonly failedBelow?: { readonly id: number } | undefined;
  /** A job that is allowed to fail failed. */
  readonly hasWarnings?: boolean;
  /** While it is running, if known. */
  readonly progress?: ShownProgress | undefined;
  readonly isWatched?: boolean;
  /** The merge request or commit that it ran for, if known. */
  readonly titled?: { readonly title: string; readonly author: string | undefined } | undefined;
  /** A later pipeline of the list for the same commit, whose row has the title. */
  readonly sameCommitAs?: number | undefined;
}

/** Row of a pipeline, in its project or below the trigger job that started it. */
export function pipelineRow(pipeline: PipelineFacts, context: PipelineContext): Row {
  const { now, where, hasUpstream = false, failedBelow, access, progress, titled, sameCommitAs } = context;
  const title = titled?.title;
  const sameCommit = sameCommitAs === undefined ? undefined : t('same commit as #{0}', sameCommitAs);
  const hasWarnings = context.hasWarnings === true || hasPassedWithWarnings(pipeline);
  const ref = refName(pipeline.ref);
  const mergeRequest = mergeRequestOf(pipeline.ref);
  const age = ago(pipeline.created_at, now);
  const passed = pipeline.status === 'success';
  const word = passed && hasWarnings ? t('passed with warnings') : statusWord(pipeline);
  const below =
    failedBelow === undefined || pipeline.status === 'failed'
      ? undefined
      : t('downstream #{0} failed', failedBelow.id);
  const shownWord = passed && hasWarnings ? t('warnings') : unusualStatusWord(pipeline);
  return {
    label: parts(pipelineName(pipeline), where),
    // The title is near the end because it is long, and views cut off the end of a row.
    description: parts(
      shownWord,
      below,
      (progress && progressLabel(progress)) || shortAge(pipeline.created_at, now),
      context.isWatched === true ? t('watched') : undefined,
      sameCommit ?? (title === undefined ? undefined : rowTitle(title)),
      sameCommit === undefined ? titled?.author : undefined,
    ),
    // A pipeline isn't shown as passed if it has warnings, or a downstream pipeline failed.
    icon: passed && (below !== undefined || hasWarnings) ? WARNING_ICON : statusIcon(pipeline),
    get details() {
      return [
        ...detailsOf(
          [mergeRequest === undefined ? t('Commit message') : t('Merge request'), title],
          [t('Pipeline'), parts(`#${pipeline.id}`, pipeline.name ?? undefined)],
          [t('Status'), parts(word, below)],
          [t('Progress'), progress && progressSentence(progress)],
          [pipeline.tag === true ? t('Tag') : t('Ref'), ref],
          [t('Commit'), parts(shortSha(pipeline.sha), titled?.author)],
          [t('Started by'), parts(pipeline.user?.name, sourceWord(pipeline.source))],
          [t('Created'), momentWithAge(pipeline.created_at, now)],
          [t('Duration'), runTime(pipeline)],
          [t('Coverage'), percent(pipeline.coverage)],
          [t('Configuration errors'), pipeline.yaml_errors],
        ),
        ...(pipelineActions(pipeline.status).length > pipelineActions(pipeline.status, access).length
          ? roleFacts(access, t('Developer (to retry or cancel pipelines)'))
          : []),
      ];
    },
    accessibleLabel: accessibleLabel(
      where === undefined ? t('Pipeline {0}', pipeline.id) : t('Pipeline {0} in {1}', pipeline.id, where),
      mergeRequest === undefined ? ref : t('merge request !{0}', mergeRequest),
      word,
      below,
      progress && progressSentence(progress),
      sameCommit ?? title,
      duration(pipeline.duration, 'long'),
      age,
    ),
    contextTokens: [
      'pipeline',
      ...(hasUpstream ? ['downstream'] : []),
      ...pipelineActions(pipeline.status, access),
      ...(hasText(pipeline.web_url) ? ['web'] : []),
      ...(pipeline.status === 'failed' || below !== undefined ? ['failedLog'] : []),
      ...(mergeRequest === undefined ? ['ofRef'] : ['ofMergeRequest']),
      ...runWord(access),
    ],
    expandable: 'collapsed',
  };
}

/** `3m 12s · queued for 5s`. */
function runTime({ duration: ran, queued_duration: queued }: PipelineFacts): string {
  const waited = queued === 0 ? undefined : duration(queued);
  return parts(duration(ran), waited === undefined ? undefined : t('queued for {0}', waited));
}

/** Row of a stage: the status of its jobs together, and the number of jobs by status. */
export function stageRow(stage: Stage, access?: AccessLevel): Row {
  const jobs = stage.members.map(({ job }) => job);
  const status = groupStatus(jobs) ?? { status: 'skipped' };
  const counts = new Map<string, { readonly of: (typeof jobs)[number]; count: number }>();
  for (const job of [...jobs].sort((a, b) => severity(b) - severity(a))) {
    const same = counts.get(statusWord(job));
    if (same === undefined) counts.set(statusWord(job), { of: job, count: 1 });
    else same.count++;
  }
  const summary =
    jobs.length === 1
      ? statusWord(status)
      : parts(...[...counts.values()].map(({ of, count }) => countedStatus(of, count)));
  const isPlain = counts.size === 1 && unusualStatusWord(status) === undefined;
  return {
    label: stage.name,
    description: isPlain ? t('{0, plural, one {# job} other {# jobs}}', jobs.length) : summary,
    icon: statusIcon(status),
    // A narrow view cuts off a long summary; a short one needn't be repeated.
    details: detailsOf([t('Jobs'), counts.size > 1 ? summary : undefined]),
    accessibleLabel: accessibleLabel(
      t('Stage {0}', stage.name),
      counts.size === 1 ? undefined : statusWord(status),
      summary.replaceAll(' · ', ', '),
    ),
    contextTokens: [
      'stage',
      ...(stage.members.some(isFailure) ? ['failedLog'] : []),
      ...stageActions(stage, access).map((action) => `${action}All`),
    ],
    expandable: 'collapsed',
  };
}

/** Last row of an incomplete list; a click loads more. `downTo`: the list is complete back to this time. */
export function olderRow(downTo: string | null | undefined, now: number): Row {
  const age = ago(downTo, now);
  const cut = age === undefined ? undefined : t('oldest: {0}', age);
  const brief = shortAge(downTo, now);
  return {
    label: t('Load Older Pipelines'),
    ...(brief === undefined ? {} : { description: t('oldest: {0}', brief) }),
    icon: { id: 'fold-down' },
    get details() {
      return detailsOf([t('Oldest loaded'), momentWithAge(downTo, now)]);
    },
    accessibleLabel: accessibleLabel(t('Load Older Pipelines'), cut),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadOlderPipelines, title: t('Load Older Pipelines') },
  };
}

/** Row in place of the next page if the server's link points to another host. The token isn't sent there. */
export function foreignPageRow(host: string): Row {
  return {
    label: t('Next page not loaded'),
    description: t('its link points to {0}', host),
    icon: { id: 'warning', color: COLOR.warning },
    get details() {
      return detailsOf(
        [t('Problem'), t("The server's link to the next page points to {0}", host)],
        [t('Reason'), t("Your token is for another host and isn't sent there")],
        [t('Solution'), t("The server's external URL must match the URL you signed in with")],
      );
    },
    accessibleLabel: t('Next page not loaded, its link points to {0}', host),
    contextTokens: [],
    expandable: 'no',
  };
}

/** Row in place of rows that the filter hides. */
export function filteredRow(label: string): Row {
  return { ...emptyRow(label), icon: { id: 'filter' } };
}

/** Shown below the row stating that the filter hides all rows. */
export function clearFilterRow(): Row {
  const label = t('Clear Filter');
  return {
    label,
    icon: { id: 'clear-all' },
    accessibleLabel: label,
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.clearPipelineFilter, title: t('Clear Pipeline Filter') },
  };
}

/** Shown below the row stating that there are no pipelines. */
export function runPipelineRow(): Row {
  const label = t('Run Pipeline...');
  return {
    label,
    icon: { id: 'run' },
    accessibleLabel: label,
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.runPipeline, title: label },
  };
}

/** Row in place of an empty list. */
export function emptyRow(label: string): Row {
  return { label, icon: { id: 'info' }, accessibleLabel: label, contextTokens: [], expandable: 'no' };
}

function hostAndPath(base: string): string {
  return base.replace(/^https?:\/\//, '');
}

function hasText(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '';
}
