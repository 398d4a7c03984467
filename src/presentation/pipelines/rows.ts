import { t } from '../../base/localize';
import { hasPassedWithWarnings, severity, worst } from '../../domain/jobs/status';
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
import { refName } from '../shared/ref-name';
import { roleFacts, roleName } from '../shared/role-messages';
import { accessibleLabel, detailsOf, parts, type Row, yes } from '../shared/row';
import { shortTitle } from '../shared/short-title';
import {
  countedStatus,
  statusIcon,
  statusWord,
  unusualStatusWord,
  WARNING_ICON,
} from '../shared/status-icons';
import { ago, duration, moment } from '../shared/time-labels';

/** A project of the workspace as a root row. */
export function projectRow(project: {
  readonly path: string;
  readonly base: string;
  readonly username: string | undefined;
  /** The newest of all its pipelines, shown or not. */
  readonly newest?: { readonly status: string } | undefined;
  /** By hand: it can be removed again. */
  readonly added?: boolean;
  readonly access?: AccessLevel;
}): Row {
  const host = hostAndPath(project.base);
  const who = project.username === undefined ? undefined : `@${project.username}`;
  const word = project.newest === undefined ? undefined : statusWord(project.newest);
  const added = project.added === true;
  return {
    label: project.path,
    description: parts(word, who, host),
    icon: { id: 'repo' },
    get details() {
      return detailsOf(
        [t('Project'), project.path],
        [t('Server'), project.base],
        [t('Signed in as'), who],
        [t('Role'), roleName(project.access)],
        [t('Latest pipeline'), word],
        [t('Added manually'), yes(added)],
      );
    },
    accessibleLabel: accessibleLabel(
      t('Project {0}', project.path),
      t('on {0}', host),
      who,
      word === undefined ? undefined : t('latest pipeline {0}', word),
    ),
    contextTokens: ['project', 'web', ...(added ? ['added'] : []), ...runWord(project.access)],
    expandable: 'expanded',
  };
}

/** Running a pipeline requires the Developer role; an unknown role is offered it. */
const runWord = (access: AccessLevel): readonly string[] =>
  isRefusedByRole('runPipeline', access) ? [] : ['canRun'];

/** What a row of a pipeline needs to know beside the pipeline. */
export interface PipelineContext {
  readonly now: number;
  /** Path of its project, where that is not the one above it. */
  readonly where?: string | undefined;
  /** It stands below the trigger job that started it. */
  readonly hasUpstream?: boolean;
  /** What the person may do in its project. */
  readonly access?: AccessLevel;
  /** A pipeline further down that failed. */
  readonly failedBelow?: { readonly id: number } | undefined;
  /** A job failed that may fail. */
  readonly hasWarnings?: boolean;
  /** The merge request or commit that it ran for, if known. */
  readonly titled?: { readonly title: string; readonly author: string | undefined } | undefined;
}

/** With more, the age and the ref of a pipeline would be cut off in a side bar of the usual width. */
const MAX_TITLE = 18;

/** A pipeline in its project, or below the trigger job that started it. */
export function pipelineRow(pipeline: PipelineFacts, context: PipelineContext): Row {
  const { now, where, hasUpstream = false, failedBelow, access, titled } = context;
  const title = titled?.title;
  const hasWarnings = context.hasWarnings === true || hasPassedWithWarnings(pipeline);
  const ref = refName(pipeline.ref);
  const mergeRequest = mergeRequestOf(pipeline.ref);
  const took = duration(pipeline.duration);
  const age = ago(pipeline.created_at, now);
  const passed = pipeline.status === 'success';
  const word = passed && hasWarnings ? t('passed with warnings') : statusWord(pipeline);
  const below =
    failedBelow === undefined || pipeline.status === 'failed'
      ? undefined
      : t('downstream #{0} failed', failedBelow.id);
  const shownWord = passed && hasWarnings ? t('warnings') : unusualStatusWord(pipeline);
  return {
    label: title === undefined ? parts(`#${pipeline.id} ${ref}`.trim(), where) : shortTitle(title, MAX_TITLE),
    description: parts(shownWord, below, age, title === undefined ? undefined : ref),
    // What passed by itself is no success where something that it started failed.
    icon: passed && (below !== undefined || hasWarnings) ? WARNING_ICON : statusIcon(pipeline),
    get details() {
      return [
        ...detailsOf(
          [mergeRequest === undefined ? t('Commit message') : t('Merge request'), title],
          [t('Pipeline'), `#${pipeline.id}`],
          [t('Name'), pipeline.name],
          [t('Status'), word],
          [t('Downstream'), below],
          [pipeline.tag === true ? t('Tag') : t('Ref'), refName(pipeline.ref)],
          [t('Commit'), pipeline.sha.slice(0, 8)],
          [t('Commit author'), titled?.author],
          [t('Source'), sourceWord(pipeline.source)],
          [t('Started by'), pipeline.user?.name],
          [t('Created'), moment(pipeline.created_at)],
          [t('Finished'), moment(pipeline.finished_at)],
          [t('Duration'), took],
          [t('Queued for'), duration(pipeline.queued_duration)],
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
      title,
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

/** A stage stands for its jobs: the worst status of them, and how many are in which. */
export function stageRow(stage: Stage, access?: AccessLevel): Row {
  const jobs = stage.members.map(({ job }) => job);
  const standing = worst(jobs) ?? { status: 'skipped' };
  const counts = new Map<string, { readonly of: (typeof jobs)[number]; count: number }>();
  for (const job of [...jobs].sort((a, b) => severity(b) - severity(a))) {
    const same = counts.get(statusWord(job));
    if (same === undefined) counts.set(statusWord(job), { of: job, count: 1 });
    else same.count++;
  }
  const summary =
    jobs.length === 1
      ? statusWord(standing)
      : parts(...[...counts.values()].map(({ of, count }) => countedStatus(of, count)));
  const isPlain = counts.size === 1 && unusualStatusWord(standing) === undefined;
  return {
    label: stage.name,
    description: isPlain ? t('{0, plural, one {# job} other {# jobs}}', jobs.length) : summary,
    icon: statusIcon(standing),
    // A long summary is cut off in a narrow view; a short one is not told twice.
    details: detailsOf([t('Jobs'), counts.size > 1 ? summary : undefined]),
    accessibleLabel: accessibleLabel(
      t('Stage {0}', stage.name),
      counts.size === 1 ? undefined : statusWord(standing),
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

/** The end of what is known of a list, with the way to go on. `downTo`: all that fits is shown back to then. */
export function olderRow(downTo: string | null | undefined, now: number): Row {
  const age = ago(downTo, now);
  const cut = age === undefined ? undefined : t('oldest: {0}', age);
  return {
    label: t('Load Older Pipelines'),
    ...(cut === undefined ? {} : { description: cut }),
    icon: { id: 'fold-down' },
    get details() {
      return detailsOf([t('Oldest loaded'), moment(downTo)]);
    },
    accessibleLabel: accessibleLabel(t('Load older pipelines'), cut),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadOlderPipelines, title: t('Load Older Pipelines') },
  };
}

/** In place of the next page, where the server says that it is elsewhere: the token is not sent there. */
export function foreignPageRow(host: string): Row {
  return {
    label: t('More results on another host'),
    description: t('not loaded from {0}', host),
    icon: { id: 'warning', color: COLOR.warning },
    get details() {
      return detailsOf(
        [t('Problem'), t("The server's link to the next page points to {0}", host)],
        [t('Reason'), t("Your token is for another host and isn't sent there")],
        [t('Solution'), t("The server's external URL must match the URL you signed in with")],
      );
    },
    accessibleLabel: t('More results on another host, not loaded from {0}', host),
    contextTokens: [],
    expandable: 'no',
  };
}

/** In place of rows that the filter hides. */
export function filteredRow(label: string): Row {
  return { ...emptyRow(label), icon: { id: 'filter' } };
}

/** Below a row that says that the filter hides all. */
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

/** In place of rows that there are none of. */
export function emptyRow(label: string): Row {
  return { label, icon: { id: 'info' }, accessibleLabel: label, contextTokens: [], expandable: 'no' };
}

function hostAndPath(base: string): string {
  return base.replace(/^https?:\/\//, '');
}

function hasText(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '';
}
