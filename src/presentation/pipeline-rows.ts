import { t } from '../base/localize';
import { severity, worst } from '../domain/job-status';
import type { Stage } from '../domain/pipeline-grouping';
import type { Pipeline, PipelineDetail } from '../schemas/pipeline';
import { COMMAND } from './command-ids';
import { facts, parts, spoken, type Row } from './row';
import { statusIcon, statusWord } from './status-icons';
import { ago, duration, moment } from './time-words';

/** A project of the workspace as a root row. */
export function projectRow(project: {
  readonly path: string;
  readonly base: string;
  readonly username: string | undefined;
}): Row {
  const host = hostAndPath(project.base);
  const who = project.username === undefined ? undefined : `@${project.username}`;
  return {
    label: project.path,
    description: parts(who, host),
    icon: { id: 'repo' },
    facts: facts([t('Project'), project.path], [t('Server'), project.base], [t('Signed in as'), who]),
    accessibleLabel: spoken(t('Project {0}', project.path), t('on {0}', host), who),
    words: ['project', 'web'],
    expandable: 'expanded',
  };
}

/** Facts about a pipeline, from a list or whole. */
export type PipelineFacts = Pipeline & Partial<PipelineDetail>;

/** A pipeline in its project, or below the trigger job that started it (then `where` names its project if it is another). */
export function pipelineRow(pipeline: PipelineFacts, now: number, where?: string): Row {
  const ref = refName(pipeline.ref);
  const took = duration(pipeline.duration);
  const age = ago(pipeline.created_at, now);
  const word = statusWord(pipeline);
  return {
    label: parts(`#${pipeline.id} ${ref}`.trim(), where),
    description: parts(word, took, age),
    icon: statusIcon(pipeline),
    facts: facts(
      [t('Pipeline'), `#${pipeline.id}`],
      [t('Name'), pipeline.name],
      [t('Status'), word],
      [t('Ref'), pipeline.ref],
      [t('Commit'), pipeline.sha.slice(0, 8)],
      [t('Source'), pipeline.source?.replaceAll('_', ' ')],
      [t('Started by'), pipeline.user?.name],
      [t('Created'), moment(pipeline.created_at)],
      [t('Finished'), moment(pipeline.finished_at)],
      [t('Ran for'), took],
      [t('Queued for'), duration(pipeline.queued_duration)],
      [t('Coverage'), percent(pipeline.coverage)],
      [t('Errors in the configuration'), pipeline.yaml_errors],
    ),
    accessibleLabel: spoken(
      where === undefined ? t('Pipeline {0}', pipeline.id) : t('Pipeline {0} of {1}', pipeline.id, where),
      ref,
      word,
      duration(pipeline.duration, 'long'),
      age,
    ),
    words: ['pipeline', ...(hasText(pipeline.web_url) ? ['web'] : [])],
    expandable: 'collapsed',
  };
}

/** A stage stands for its jobs: the worst status of them, and how many are in which. */
export function stageRow(stage: Stage): Row {
  const jobs = stage.members.map(({ job }) => job);
  const standing = worst(jobs) ?? { status: 'skipped' };
  const counts = new Map<string, number>();
  for (const job of [...jobs].sort((a, b) => severity(b) - severity(a))) {
    counts.set(statusWord(job), (counts.get(statusWord(job)) ?? 0) + 1);
  }
  const summary =
    counts.size === 1 && jobs.length > 1
      ? t('{0} {1}', jobs.length, statusWord(standing))
      : [...counts]
          .map(([word, count]) => (count === 1 && jobs.length === 1 ? word : t('{0} {1}', count, word)))
          .join(' · ');
  return {
    label: stage.name,
    description: summary,
    icon: statusIcon(standing),
    accessibleLabel: spoken(
      t('Stage {0}', stage.name),
      statusWord(standing),
      summary.replaceAll(' · ', ', '),
    ),
    words: ['stage'],
    expandable: 'collapsed',
  };
}

/** The end of what is known of a list, with the way to go on. */
export function olderRow(oldest: string | null | undefined, now: number): Row {
  const age = ago(oldest, now);
  return {
    label: t('Load older…'),
    ...(age === undefined ? {} : { description: t('oldest shown: {0}', age) }),
    icon: { id: 'fold-down' },
    accessibleLabel: spoken(
      t('Load older pipelines'),
      age === undefined ? undefined : t('oldest shown: {0}', age),
    ),
    words: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadOlderPipelines, title: t('Load Older Pipelines') },
  };
}

/** In place of rows that there are none of. */
export function emptyRow(label: string): Row {
  return { label, icon: { id: 'info' }, accessibleLabel: label, words: [], expandable: 'no' };
}

/** A ref as people name it: a merge request's pipeline runs on a ref of the server's own. */
export function refName(ref: string | null | undefined): string {
  const mergeRequest = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/.exec(ref ?? '')?.[1];
  return mergeRequest === undefined ? (ref ?? '') : `!${mergeRequest}`;
}

export function percent(coverage: number | string | null | undefined): string | undefined {
  return coverage === null || coverage === undefined || coverage === '' ? undefined : `${coverage} %`;
}

function hostAndPath(base: string): string {
  return base.replace(/^https?:\/\//, '');
}

function hasText(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '';
}
