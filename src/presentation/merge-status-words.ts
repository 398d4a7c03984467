import { t } from '../base/localize';
import { knownMergeStatus, type MergeStatus } from '../domain/merge-status';

interface StatusWords {
  /** A few words, for a row. */
  readonly brief: () => string;
  /** A plain line that says what stands in the way. */
  readonly line: () => string;
}

/** Each value of detailed_merge_status (doc 2 §3, and those of newer servers) in words. */
const WORDS: Readonly<Record<MergeStatus, StatusWords>> = {
  mergeable: {
    brief: () => t('ready to merge'),
    line: () => t('Nothing stands in the way: it can be merged.'),
  },
  checking: {
    brief: () => t('being checked'),
    line: () => t('The server is checking whether it can be merged.'),
  },
  unchecked: {
    brief: () => t('not checked yet'),
    line: () => t('The server has not checked yet whether it can be merged.'),
  },
  preparing: {
    brief: () => t('being prepared'),
    line: () => t('The server is still preparing its difference and pipelines.'),
  },
  approvals_syncing: {
    brief: () => t('being checked'),
    line: () => t('The server is working out which approvals it needs.'),
  },
  ci_still_running: {
    brief: () => t('pipeline running'),
    line: () => t('Its pipeline is still running.'),
  },
  ci_must_pass: { brief: () => t('pipeline must pass'), line: () => t('Its pipeline has to pass first.') },
  broken_status: {
    brief: () => t('conflicts'),
    line: () => t('Its changes conflict with the target branch.'),
  },
  conflict: { brief: () => t('conflicts'), line: () => t('Its changes conflict with the target branch.') },
  need_rebase: {
    brief: () => t('needs a rebase'),
    line: () => t('It has to be rebased onto the target branch first.'),
  },
  discussions_not_resolved: {
    brief: () => t('open threads'),
    line: () => t('All threads have to be resolved first.'),
  },
  draft_status: {
    brief: () => t('draft'),
    line: () => t('It is a draft: it has to be marked as ready first.'),
  },
  not_approved: {
    brief: () => t('needs approval'),
    line: () => t('It needs more approvals first.'),
  },
  requested_changes: {
    brief: () => t('changes requested'),
    line: () => t('A reviewer asked for changes.'),
  },
  not_open: { brief: () => t('not open'), line: () => t('It is not open.') },
  blocked_status: {
    brief: () => t('blocked by another'),
    line: () => t('Another merge request has to be merged first.'),
  },
  merge_request_blocked: {
    brief: () => t('blocked by another'),
    line: () => t('Another merge request has to be merged first.'),
  },
  external_status_checks: {
    brief: () => t('status checks'),
    line: () => t('All status checks of other services have to pass first.'),
  },
  status_checks_must_pass: {
    brief: () => t('status checks'),
    line: () => t('All status checks of other services have to pass first.'),
  },
  policies_denied: {
    brief: () => t('denied by a policy'),
    line: () => t('It contains what a policy of the project denies.'),
  },
  security_policy_violations: {
    brief: () => t('denied by a policy'),
    line: () => t('It contains what a security policy denies.'),
  },
  tracker_association_missing: {
    brief: () => t('needs an issue'),
    line: () => t('Its title or description has to name an issue of the tracker.'),
  },
  title_regex: {
    brief: () => t('title not as required'),
    line: () => t('Its title does not have the form that the project requires.'),
  },
  commits_status: {
    brief: () => t('branch or commits missing'),
    line: () => t('Its source branch is missing or has no commits.'),
  },
  locked_paths: {
    brief: () => t('locked files'),
    line: () => t('It changes files that somebody has locked.'),
  },
  locked_lfs_files: {
    brief: () => t('locked files'),
    line: () => t('It changes large files that somebody has locked.'),
  },
  merge_time: {
    brief: () => t('to be merged later'),
    line: () => t('It may be merged only after a time that was set.'),
  },
};

/** A status that is not known is shown as the words that its name is made of. */
export function mergeStatusBrief(status: string | null | undefined): string {
  const known = knownMergeStatus(status);
  return known === undefined ? (status ?? '').replaceAll('_', ' ') : WORDS[known].brief();
}

export function mergeStatusLine(status: string | null | undefined): string {
  const known = knownMergeStatus(status);
  if (known !== undefined) return WORDS[known].line();
  const words = (status ?? '').replaceAll('_', ' ');
  return words === ''
    ? t('The server does not tell whether it can be merged.')
    : t('The server says about merging: {0}.', words);
}
