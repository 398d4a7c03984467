import { locale, t } from '../../base/localize';
import { groupsOf, statusesIn, type StatusGroup } from '../../domain/pipelines/status-groups';
import type { JobStatus } from '../../schemas/job';
import { refName } from './ref-name';
import { parts } from './row';
import { wordOf } from './status-icons';

/** What pipelines are started by (not stated by the API; those of the real service). */
export const SOURCES = [
  'push',
  'merge_request_event',
  'schedule',
  'web',
  'api',
  'trigger',
  'pipeline',
  'parent_pipeline',
  'external',
  'chat',
] as const;

const SOURCE_WORDS: Readonly<Record<(typeof SOURCES)[number], () => string>> = {
  push: () => t('push'),
  merge_request_event: () => t('merge request'),
  schedule: () => t('schedule'),
  web: () => t('web'),
  api: () => t('API'),
  trigger: () => t('trigger token'),
  pipeline: () => t('multi-project pipeline'),
  parent_pipeline: () => t('parent pipeline'),
  external: () => t('external service'),
  chat: () => t('chat'),
};

/** Sources, for choices. */
export const SOURCE_TITLES: Readonly<Record<(typeof SOURCES)[number], () => string>> = {
  push: () => t('Push'),
  merge_request_event: () => t('Merge Request'),
  schedule: () => t('Schedule'),
  web: () => t('Web'),
  api: () => t('API'),
  trigger: () => t('Trigger Token'),
  pipeline: () => t('Multi-Project Pipeline'),
  parent_pipeline: () => t('Parent Pipeline'),
  external: () => t('External Service'),
  chat: () => t('Chat'),
};

/** What a pipeline was started by; a source that we do not know is written as the server does, without underscores. */
export function sourceWord(source: string | null | undefined): string | undefined {
  if (source === null || source === undefined || source === '') return undefined;
  const known = SOURCES.find((each) => each === source);
  return known === undefined ? source.replaceAll('_', ' ') : SOURCE_WORDS[known]();
}

/** The kinds of lists that there are. */
export const MODE_WORDS = {
  recent: { label: () => t('Recent Pipelines'), short: () => undefined },
  branch: { label: () => t('This Branch'), short: () => t('this branch') },
  'merge-requests': { label: () => t('Merge Requests'), short: () => t('merge requests') },
} as const;

/** Groups of statuses, for choices: `Waiting` stands for all kinds of waiting. */
export const STATUS_GROUP_TITLES: Readonly<Record<StatusGroup, () => string>> = {
  failed: () => t('Failed'),
  running: () => t('Running'),
  waiting: () => t('Waiting'),
  manual: () => t('Manual'),
  canceled: () => t('Canceled'),
  success: () => t('Passed'),
  skipped: () => t('Skipped'),
};

const STATUS_GROUP_WORDS: Readonly<Record<StatusGroup, () => string>> = {
  failed: () => t('failed'),
  running: () => t('running'),
  waiting: () => t('waiting'),
  manual: () => t('manual'),
  canceled: () => t('canceled'),
  success: () => t('passed'),
  skipped: () => t('skipped'),
};

/** A group in one word if all of it is chosen, otherwise its statuses. */
function statusWords(statuses: readonly JobStatus[]): string[] {
  return groupsOf(statuses).flatMap((group) => {
    const chosen = statusesIn(group).filter((status) => statuses.includes(status));
    return chosen.length === statusesIn(group).length ? [STATUS_GROUP_WORDS[group]()] : chosen.map(wordOf);
  });
}

interface Filter {
  readonly mode: keyof typeof MODE_WORDS;
  readonly statuses: readonly JobStatus[];
  readonly warnings: boolean;
  readonly jobStatuses: readonly JobStatus[];
  readonly sources: readonly string[];
  readonly ref: string | undefined;
  readonly author: string | undefined;
}

/** What the view shows of all that there is; empty where it shows all. */
export function filterSummary(filter: Filter): string {
  const { mode, statuses, warnings, jobStatuses, sources, ref, author } = filter;
  const chosen = [...statusWords(statuses), ...(warnings ? [t('passed with warnings')] : [])];
  const either = new Intl.ListFormat(locale(), { type: 'disjunction', style: 'narrow' });
  return parts(
    MODE_WORDS[mode].short(),
    ref === undefined ? undefined : refName(ref),
    chosen.length === 0 ? undefined : either.format(chosen),
    sources.length === 0
      ? undefined
      : t('source: {0}', either.format(sources.map((source) => sourceWord(source) ?? ''))),
    author === undefined ? undefined : t('by @{0}', author),
    jobStatuses.length === 0 ? undefined : t('jobs: {0}', either.format(statusWords(jobStatuses))),
  );
}
