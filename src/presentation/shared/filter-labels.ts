import { t } from '../../base/localize';
import { groupsOf, statusesIn, type StatusGroup } from '../../domain/pipelines/status-groups';
import type { JobStatus } from '../../schemas/job';
import { listText } from './format';
import { refName } from './ref-name';
import { parts } from './row';
import { wordOf } from './status-icons';

/** Sources of pipelines. The API doesn't document them; these are the ones of the service. */
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
  'webide',
  'external_pull_request_event',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
  'container_registry_push',
  'duo_workflow',
  'pipeline_execution_policy_schedule',
  'dependency_management_security_update',
  'unknown',
] as const;

const SOURCE_LABELS: Readonly<Record<(typeof SOURCES)[number], () => string>> = {
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
  webide: () => t('Web IDE'),
  external_pull_request_event: () => t('external pull request'),
  ondemand_dast_scan: () => t('on-demand DAST scan'),
  ondemand_dast_validation: () => t('on-demand DAST validation'),
  security_orchestration_policy: () => t('scan execution policy'),
  container_registry_push: () => t('container registry push'),
  duo_workflow: () => t('Duo workflow'),
  pipeline_execution_policy_schedule: () => t('scheduled pipeline execution policy'),
  dependency_management_security_update: () => t('dependency security update'),
  unknown: () => t('unknown source'),
};

/** Labels of sources in pickers. */
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
  webide: () => t('Web IDE'),
  external_pull_request_event: () => t('External Pull Request'),
  ondemand_dast_scan: () => t('On-Demand DAST Scan'),
  ondemand_dast_validation: () => t('On-Demand DAST Validation'),
  security_orchestration_policy: () => t('Scan Execution Policy'),
  container_registry_push: () => t('Container Registry Push'),
  duo_workflow: () => t('Duo Workflow'),
  pipeline_execution_policy_schedule: () => t('Scheduled Pipeline Execution Policy'),
  dependency_management_security_update: () => t('Dependency Security Update'),
  unknown: () => t('Unknown Source'),
};

/** Returns the source of a pipeline. Unknown sources are shown without underscores. */
export function sourceWord(source: string | null | undefined): string | undefined {
  if (source === null || source === undefined || source === '') return undefined;
  const known = SOURCES.find((each) => each === source);
  return known === undefined ? source.replaceAll('_', ' ') : SOURCE_LABELS[known]();
}

/** Labels of the kinds of lists. */
export const MODE_LABELS = {
  recent: { label: () => t('Recent Pipelines'), short: () => undefined },
  branch: { label: () => t('This Branch'), short: () => t('this branch') },
  'merge-requests': { label: () => t('Merge Requests'), short: () => t('merge requests') },
} as const;

/** Labels of groups of statuses in pickers. `Waiting` includes all waiting statuses. */
export const STATUS_GROUP_TITLES: Readonly<Record<StatusGroup, () => string>> = {
  failed: () => t('Failed'),
  running: () => t('Running'),
  waiting: () => t('Waiting'),
  manual: () => t('Manual'),
  canceled: () => t('Canceled'),
  success: () => t('Passed'),
  skipped: () => t('Skipped'),
};

const STATUS_GROUP_LABELS: Readonly<Record<StatusGroup, () => string>> = {
  failed: () => t('failed'),
  running: () => t('running'),
  waiting: () => t('waiting'),
  manual: () => t('manual'),
  canceled: () => t('canceled'),
  success: () => t('passed'),
  skipped: () => t('skipped'),
};

/** Returns one label for a group if all its statuses are selected, otherwise one for each selected status. */
function statusLabels(statuses: readonly JobStatus[]): string[] {
  return groupsOf(statuses).flatMap((group) => {
    const chosen = statusesIn(group).filter((status) => statuses.includes(status));
    return chosen.length === statusesIn(group).length ? [STATUS_GROUP_LABELS[group]()] : chosen.map(wordOf);
  });
}

interface Filter {
  readonly mode: keyof typeof MODE_LABELS;
  readonly statuses: readonly JobStatus[];
  readonly warnings: boolean;
  readonly jobStatuses: readonly JobStatus[];
  readonly sources: readonly string[];
  readonly ref: string | undefined;
  readonly author: string | undefined;
}

/** Describes what the view shows; empty if it shows everything. `branches`: the checked-out branches, if known. */
export function filterSummary(filter: Filter, branches: readonly string[] = []): string {
  const { mode, statuses, warnings, jobStatuses, sources, ref, author } = filter;
  const chosen = [...statusLabels(statuses), ...(warnings ? [t('passed with warnings')] : [])];
  const either = (labels: readonly string[]): string => listText(labels, 'short or');
  return parts(
    mode === 'branch' && branches.length > 0
      ? t(
          '{1, plural, one {branch {0}} other {branches {0}}}',
          listText(branches, 'short or'),
          branches.length,
        )
      : MODE_LABELS[mode].short(),
    ref === undefined ? undefined : refName(ref),
    chosen.length === 0 ? undefined : either(chosen),
    sources.length === 0
      ? undefined
      : t('source: {0}', either(sources.map((source) => sourceWord(source) ?? ''))),
    author === undefined ? undefined : t('by @{0}', author),
    jobStatuses.length === 0 ? undefined : t('jobs: {0}', either(statusLabels(jobStatuses))),
  );
}
