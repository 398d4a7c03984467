import { t } from '../../base/localize';
import { pipelineName, refName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import type { Icon } from '../shared/status-icons';
import { statusIcon, statusWord } from '../shared/status-icons';
import { ago } from '../shared/time-labels';

/** An item of the list. */
export interface FindRow {
  readonly label: string;
  readonly description: string;
  readonly icon: Icon;
}

export type FoundKind = 'pipeline' | 'job' | 'merge-request';

/** Headings of the groups, in order. */
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

/** `title`: the title of its commit or merge request, if known. */
export function pipelineFound(pipeline: StatusOf, title: string | undefined, now: number): FindRow {
  return {
    label: pipelineName(pipeline),
    description: parts(t('pipeline'), statusWord(pipeline), ago(pipeline.created_at, now), title),
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
    // The list is sorted by label; attempts with the same name keep their order, newest first.
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

/** Each state has a different shape. */
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
const KIND_LABELS: Readonly<Record<FoundKind, (id: number) => string>> = {
  pipeline: () => t('pipeline'),
  job: (id) => t('job #{0}', id),
  'merge-request': () => t('merge request'),
};

/** Returns a row with the label from when the item was opened; its current state isn't known. */
export function recentRow(what: FoundKind, id: number, label: string): FindRow {
  const names: Readonly<Record<FoundKind, string>> = {
    pipeline: `#${id} ${label}`.trim(),
    job: label,
    'merge-request': `!${id} ${label}`,
  };
  return { label: names[what], description: KIND_LABELS[what](id), icon: KIND_ICONS[what] };
}

/** Why the list is empty. */
export const NOT_FOUND = {
  nothing: (typed: string) => t('No results for "{0}"', typed),
  'other-server': (_typed: string, host: string) => t("You're not signed in to {0}", host),
  'other-page': (_typed: string, host: string) =>
    t("This page on {0} isn't a pipeline, job, or merge request", host),
  'signed-out': () => t("You're not signed in to a server"),
  'no-repository': () => t('No Git repository is open, so there are no projects to search'),
  'no-project': () => t("None of this workspace's Git remotes point to a server you're signed in to"),
} as const;

/** Actions that solve a problem, below its reason. */
export const FIND_ACTIONS = {
  browse: () => ({ label: t('Open in Browser'), icon: { id: 'link-external' } }),
  'sign-in': () => ({ label: t('Sign In...'), icon: { id: 'account' } }),
  retry: () => ({ label: t('Retry'), icon: { id: 'refresh' } }),
} as const satisfies Readonly<Record<string, () => { readonly label: string; readonly icon: Icon }>>;
