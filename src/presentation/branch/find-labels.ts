import { t } from '../../base/localize';
import { refName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import type { Icon } from '../shared/status-icons';
import { statusIcon, statusWord } from '../shared/status-icons';
import { ago } from '../shared/time-labels';

/** One line of the list. */
export interface FindRow {
  readonly label: string;
  readonly description: string;
  readonly icon: Icon;
}

export type FoundKind = 'pipeline' | 'job' | 'merge-request';

/** Headings, in the order in which the groups stand. */
export const FIND_GROUPS: Readonly<Record<FoundKind | 'recent', () => string>> = {
  recent: () => t('recently opened'),
  pipeline: () => t('pipelines'),
  job: () => t('jobs'),
  'merge-request': () => t('merge requests'),
};

interface StatusOf {
  readonly id: number;
  readonly status: string;
  readonly ref?: string | null | undefined;
  readonly created_at?: string | null | undefined;
}

export function pipelineFound(pipeline: StatusOf, now: number): FindRow {
  return {
    label: `#${pipeline.id} ${refName(pipeline.ref)}`.trim(),
    description: parts(t('pipeline'), statusWord(pipeline), ago(pipeline.created_at, now)),
    icon: statusIcon(pipeline),
  };
}

interface JobOf extends StatusOf {
  readonly name: string;
  readonly allow_failure?: boolean;
  readonly finished_at?: string | null | undefined;
}

export function jobFound(job: JobOf, line: number | undefined, now: number): FindRow {
  return {
    // The list is put in order by its labels: attempts of one name stay as they are given, newest first.
    label: job.name,
    description: parts(
      t('job #{0}', job.id),
      statusWord(job),
      line === undefined ? undefined : t('line {0}', line),
      refName(job.ref),
      ago(job.finished_at ?? job.created_at, now),
    ),
    icon: statusIcon(job),
  };
}

interface MergeRequestOf {
  readonly iid: number;
  readonly title: string;
  readonly state: string;
  readonly source_branch?: string | null | undefined;
  readonly updated_at?: string | null | undefined;
}

/** Each state has a shape of its own. */
const STATE_ICONS: ReadonlyMap<string, Icon> = new Map([
  ['opened', { id: 'git-pull-request', color: 'charts.green' }],
  ['merged', { id: 'git-merge', color: 'charts.purple' }],
  ['closed', { id: 'git-pull-request-closed', color: 'charts.red' }],
]);

export function mergeRequestFound(mergeRequest: MergeRequestOf, now: number): FindRow {
  return {
    label: `!${mergeRequest.iid} ${mergeRequest.title}`,
    description: parts(
      t('merge request'),
      stateWord(mergeRequest.state),
      mergeRequest.source_branch ?? undefined,
      ago(mergeRequest.updated_at, now),
    ),
    icon: STATE_ICONS.get(mergeRequest.state) ?? { id: 'git-pull-request' },
  };
}

const KIND_ICONS: Readonly<Record<FoundKind, Icon>> = {
  pipeline: { id: 'git-commit' },
  job: { id: 'output' },
  'merge-request': { id: 'git-pull-request' },
};
const KIND_WORDS: Readonly<Record<FoundKind, (id: number) => string>> = {
  pipeline: () => t('pipeline'),
  job: (id) => t('job #{0}', id),
  'merge-request': () => t('merge request'),
};

/** What it was called when it was opened; how it stands now is not known. */
export function recentRow(what: FoundKind, id: number, label: string): FindRow {
  const names: Readonly<Record<FoundKind, string>> = {
    pipeline: `#${id} ${label}`.trim(),
    job: label,
    'merge-request': `!${id} ${label}`,
  };
  return { label: names[what], description: KIND_WORDS[what](id), icon: KIND_ICONS[what] };
}

/** Why there is nothing in the list. */
export const NOT_FOUND = {
  nothing: (typed: string) => t('No results for "{0}"', typed),
  'other-server': (_typed: string, host: string) => t("You're not signed in to {0}", host),
  'other-page': (_typed: string, host: string) =>
    t("This page on {0} isn't a pipeline, job, or merge request", host),
  'signed-out': () => t("You're not signed in to a server"),
  'no-repository': () => t('No Git repository is open, so there are no projects to search'),
  'no-project': () => t("None of this workspace's Git remotes point to a server you're signed in to"),
} as const;
