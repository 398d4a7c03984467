import { DETAILED_MERGE_STATUSES } from '../../schemas/merge-request';

/** Action that the user can take for a merge status, named after the action or page. */
export type MergeRemedy =
  | 'merge'
  | 'setAutoMerge'
  | 'markReady'
  | 'rebase'
  | 'checkOut'
  | 'resolveConflicts'
  | 'openPipeline'
  | 'createPipeline'
  | 'showThreads'
  | 'approve'
  | 'reopen'
  | 'editTitle'
  | 'openInBrowser'
  | 'refresh';

/**
 * How close a merge request is to being merged: ready, waiting for the server or the pipeline, blocked until
 * someone acts, or no longer open.
 */
export type MergeReadiness = 'ready' | 'waiting' | 'blocked' | 'over';

export interface MergeStatusFacts {
  readonly readiness: MergeReadiness;
  /** The most likely one first. */
  readonly remedies: readonly MergeRemedy[];
}

/**
 * Statuses that servers return in addition to the documented ones (server-behavior.md#detailed-merge-status).
 */
const NEWER = [
  'approvals_syncing',
  'commits_status',
  'conflict',
  'locked_lfs_files',
  'locked_paths',
  'merge_request_blocked',
  'merge_time',
  'need_rebase',
  'need_rebase_merge_train',
  'preparing',
  'requested_changes',
  'security_policy_pipeline_check',
  'security_policy_violations',
  'status_checks_must_pass',
  'title_regex',
] as const;
export const KNOWN_MERGE_STATUSES = [...DETAILED_MERGE_STATUSES, ...NEWER] as const;
export type MergeStatus = (typeof KNOWN_MERGE_STATUSES)[number];

const waiting = (...remedies: readonly MergeRemedy[]): MergeStatusFacts => ({
  readiness: 'waiting',
  remedies,
});
const blocked = (...remedies: readonly MergeRemedy[]): MergeStatusFacts => ({
  readiness: 'blocked',
  remedies,
});

/** Readiness and remedies of each merge status (server-behavior.md#detailed-merge-status). */
const STATUSES: Readonly<Record<MergeStatus, MergeStatusFacts>> = {
  mergeable: { readiness: 'ready', remedies: ['merge'] },
  checking: waiting('refresh'),
  unchecked: waiting('refresh'),
  preparing: waiting('refresh'),
  approvals_syncing: waiting('refresh'),
  ci_still_running: waiting('setAutoMerge', 'openPipeline'),
  ci_must_pass: blocked('openPipeline', 'createPipeline', 'setAutoMerge'),
  broken_status: blocked('resolveConflicts', 'checkOut'),
  conflict: blocked('resolveConflicts', 'checkOut'),
  need_rebase: blocked('rebase', 'resolveConflicts', 'checkOut'),
  need_rebase_merge_train: blocked('rebase', 'resolveConflicts', 'checkOut'),
  discussions_not_resolved: blocked('showThreads'),
  draft_status: blocked('markReady'),
  not_approved: blocked('approve'),
  requested_changes: blocked('showThreads'),
  not_open: { readiness: 'over', remedies: ['reopen'] },
  blocked_status: blocked('openInBrowser'),
  merge_request_blocked: blocked('openInBrowser'),
  external_status_checks: blocked('openInBrowser'),
  status_checks_must_pass: blocked('openInBrowser'),
  policies_denied: blocked('openInBrowser'),
  security_policy_pipeline_check: blocked('openPipeline'),
  security_policy_violations: blocked('openInBrowser'),
  tracker_association_missing: blocked('editTitle'),
  title_regex: blocked('editTitle'),
  commits_status: blocked('openInBrowser'),
  locked_paths: blocked('openInBrowser'),
  locked_lfs_files: blocked('openInBrowser'),
  merge_time: waiting('setAutoMerge'),
};

/** Returns undefined for unknown statuses. These don't block any action, because the server decides. */
export function mergeStatusFacts(status: string | null | undefined): MergeStatusFacts | undefined {
  const known = knownMergeStatus(status);
  return known === undefined ? undefined : STATUSES[known];
}

/**
 * Servers use the brand name of an issue tracker in this status; `tracker` replaces it here
 * (server-behavior.md#detailed-merge-status).
 */
const BRANDED = /^[a-z]+_association_missing$/;

export function knownMergeStatus(status: string | null | undefined): MergeStatus | undefined {
  const name = BRANDED.test(status ?? '') ? 'tracker_association_missing' : status;
  return KNOWN_MERGE_STATUSES.find((known) => known === name);
}

/**
 * True while the server is checking whether the merge request can be merged. Fetching the merge request
 * triggers this check (server-behavior.md#merge-check).
 */
export function isChecking(mergeRequest: {
  readonly state: string;
  readonly detailed_merge_status?: string | null | undefined;
}): boolean {
  const status = mergeRequest.detailed_merge_status;
  return (
    mergeRequest.state === 'opened' &&
    (status === 'checking' ||
      status === 'unchecked' ||
      status === 'preparing' ||
      status === 'approvals_syncing')
  );
}
