/**
 * The test files of this suite in the order in which they run, by window. The files of a window share it, one
 * sandbox, and one clone: a file depends on the jobs, merge requests, and settings that files before it have
 * changed. The order is therefore listed. The parts of a divided file follow each other. Add a new file at the
 * end of a window.
 */
export const WINDOWS: readonly (readonly string[])[] = [
  [
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
  ],
  [
    'merge-requests/merge-message-saving',
    'merge-requests/merge',
    'merge-requests/actions',
    'merge-requests/edits',
    'merge-requests/lists',
    'merge-requests/page',
    'merge-requests/view',
    'merge-requests/view-moves',
    'merge-requests/todos-and-search',
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
    'shared/search-pick',
    'merge-requests/conflicts',
    'errors/frame-files',
    'review/working-sides',
    'review/review-flow',
    'merge-requests/merge-methods',
  ],
];

/**
 * Sorts the files of this suite by the list. Files that aren't listed follow, sorted by name. With `window`,
 * counted from 1, returns only its files; those that aren't listed are in the last one.
 */
export function inRunOrder(files: readonly string[], window?: number): string[] {
  const order = WINDOWS.flat();
  const position = (file: string): number => {
    const at = order.indexOf(listed(file));
    return at === -1 ? order.length : at;
  };
  return [...files]
    .filter((file) => window === undefined || windowOf(file) === window)
    .sort()
    .sort((one, other) => position(one) - position(other));
}

function windowOf(file: string): number {
  const at = WINDOWS.findIndex((names) => names.includes(listed(file)));
  return at === -1 ? WINDOWS.length : at + 1;
}

const listed = (file: string): string => file.replace(/\.test\.[jt]s$/, '');
