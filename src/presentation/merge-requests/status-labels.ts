import { t } from '../../base/localize';
import { knownMergeStatus, type MergeStatus } from '../../domain/merge-requests/merge-status';
import { CONFLICT_MESSAGES } from './conflict-messages';

/** Why a merge request of an archived project can't be merged or changed. */
export const archivedProject = (): string => t('This project is archived (read-only)');

interface StatusLabels {
  /** Short label for a row. */
  readonly brief: () => string;
  /** A line that states what blocks merging. */
  readonly line: () => string;
}

/** Labels of the values of `detailed_merge_status` (server-behavior.md#detailed-merge-status). */
const STATUS_LABELS: Readonly<Record<MergeStatus, StatusLabels>> = {
  mergeable: {
    brief: () => t('ready to merge'),
    line: () => t('Ready to merge'),
  },
  checking: {
    brief: () => t('checking…'),
    line: () => t('Checking whether the merge request can be merged…'),
  },
  unchecked: {
    brief: () => t('not checked yet'),
    line: () => t('Mergeability not checked yet'),
  },
  preparing: {
    brief: () => t('preparing…'),
    line: () => t('Preparing the diff and pipelines…'),
  },
  approvals_syncing: {
    brief: () => t('checking…'),
    line: () => t('Checking approvals…'),
  },
  ci_still_running: {
    brief: () => t('pipeline running'),
    line: () => t('Merge blocked: pipeline is still running'),
  },
  ci_must_pass: {
    brief: () => t('pipeline must succeed'),
    line: () => t('Merge blocked: pipeline must succeed'),
  },
  broken_status: {
    brief: CONFLICT_MESSAGES.brief,
    line: CONFLICT_MESSAGES.blocked,
  },
  conflict: {
    brief: CONFLICT_MESSAGES.brief,
    line: CONFLICT_MESSAGES.blocked,
  },
  need_rebase: {
    brief: () => t('needs a rebase'),
    line: () => t('Merge blocked: merge request must be rebased'),
  },
  need_rebase_merge_train: {
    brief: () => t('needs a rebase'),
    line: () => t('Merge blocked: merge request must be rebased before being added to the merge train'),
  },
  discussions_not_resolved: {
    brief: () => t('unresolved threads'),
    line: () => t('Merge blocked: all threads must be resolved'),
  },
  draft_status: {
    brief: () => t('draft'),
    line: () => t('Merge blocked: merge request must not be a draft'),
  },
  not_approved: {
    brief: () => t('needs approval'),
    line: () => t('Merge blocked: all required approvals must be given'),
  },
  requested_changes: {
    brief: () => t('changes requested'),
    line: () => t('Merge blocked: change requests must be resolved'),
  },
  not_open: { brief: () => t('not open'), line: () => t('Merge blocked: merge request must be open') },
  blocked_status: {
    brief: () => t('blocked by dependency'),
    line: () => t('Merge blocked: merge request dependencies must be merged'),
  },
  merge_request_blocked: {
    brief: () => t('blocked by dependency'),
    line: () => t('Merge blocked: merge request dependencies must be merged'),
  },
  external_status_checks: {
    brief: () => t('status checks must pass'),
    line: () => t('Merge blocked: all status checks must pass'),
  },
  status_checks_must_pass: {
    brief: () => t('status checks must pass'),
    line: () => t('Merge blocked: all status checks must pass'),
  },
  policies_denied: {
    brief: () => t('policy violations'),
    line: () => t('Merge blocked: all policies must be satisfied'),
  },
  security_policy_pipeline_check: {
    brief: () => t('pipelines must succeed'),
    line: () => t('Merge blocked: all pipelines for the latest commit must succeed'),
  },
  security_policy_violations: {
    brief: () => t('policy violations'),
    line: () => t('Merge blocked: all security policies must be satisfied'),
  },
  tracker_association_missing: {
    brief: () => t('issue reference required'),
    line: () =>
      t('Merge blocked: title or description must reference an issue in the external issue tracker'),
  },
  title_regex: {
    brief: () => t("title doesn't match format"),
    line: () => t('Merge blocked: title must match the format required by the project'),
  },
  commits_status: {
    brief: () => t('branch or commits missing'),
    line: () => t('Merge blocked: source branch must exist and have commits'),
  },
  locked_paths: {
    brief: () => t('locked files'),
    line: () => t('Merge blocked: locked files must be unlocked'),
  },
  locked_lfs_files: {
    brief: () => t('locked files'),
    line: () => t('Merge blocked: locked LFS files must be unlocked'),
  },
  merge_time: {
    brief: () => t('scheduled merge'),
    line: () => t('Merge blocked: scheduled merge time must be reached'),
  },
};

/** Returns the short label. Unknown statuses are shown without underscores. */
export function mergeStatusBrief(status: string | null | undefined): string {
  const known = knownMergeStatus(status);
  return known === undefined ? (status ?? '').replaceAll('_', ' ') : STATUS_LABELS[known].brief();
}

export function mergeStatusLine(status: string | null | undefined): string {
  const known = knownMergeStatus(status);
  if (known !== undefined) return STATUS_LABELS[known].line();
  const label = (status ?? '').replaceAll('_', ' ');
  return label === '' ? t('Mergeability unknown') : t('Merge status: {0}', label);
}
