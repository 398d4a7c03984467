/**
 * The test files of this suite in the order in which they run. They share one window, one sandbox, and one clone: a
 * file sees which jobs, merge requests, and settings those before it have changed. The order is therefore listed, and
 * doesn't follow from names. The parts of a divided file follow each other. Add a new file at the end.
 */
export const RUN_ORDER: readonly string[] = [
  'shared/activation',
  'review/changes-tree',
  'errors/client-keys',
  'merge-requests/create',
  'errors/sdk',
  'errors/view',
  'git/work',
  'logs/hostile-logs',
  'shared/hostile-names',
  'jobs/actions',
  'jobs/bulk-commands',
  'jobs/commands',
  'logs/job-log',
  'logs/large-logs',
  'shared/live-tree',
  'logs/decorations',
  'logs/problems-panel',
  'logs/reading',
  'merge-requests/lost-writes',
  'shared/lost-writes',
  'merge-requests/merge-message-saving',
  'merge-requests/merge',
  'merge-requests/actions',
  'merge-requests/edits',
  'merge-requests/lists',
  'merge-requests/page',
  'merge-requests/view',
  'merge-requests/view-moves',
  'merge-requests/merge-result',
  'branch/notifications',
  'pipelines/commands',
  'pipelines/view-filters',
  'pipelines/view',
  'review/new-comments',
  'review/comments',
  'review/comment-positions',
  'review/commits',
  'review/diffs',
  'review/offer',
  'review/reactions',
  'review/versions',
  'review/walks',
  'logs/compare',
  'logs/search',
  'jobs/history',
  'errors/sdk-help',
  'accounts/secrets',
  'accounts/sign-in',
  'merge-requests/steady-rows',
  'review/suggestions',
  'shared/working-files',
  'accounts/request-statistics',
];

/** Files of this suite in their order. Those of other suites are not listed; they run by name. */
export function inRunOrder(files: readonly string[]): string[] {
  const position = (file: string): number => {
    const at = RUN_ORDER.indexOf(file.replace(/\.test\.[jt]s$/, ''));
    return at === -1 ? RUN_ORDER.length : at;
  };
  return [...files].sort().sort((one, other) => position(one) - position(other));
}
