/** Formats `waiting_for_resource` as "Waiting for resource". */
export const label = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

/** Returns the status of a pipeline or job as shown on web pages. */
export const statusLabel = (status: string): string => (status === 'success' ? 'Passed' : label(status));

/** Returns the state of a merge request as shown on web pages. */
export const stateLabel = (state: string): string => (state === 'opened' ? 'Open' : label(state));

const UNKNOWN = new Set(['checking', 'unchecked', 'preparing']);

/** Returns the merge status of an open merge request as shown on web pages. */
export const mergeLabel = (detailed: string): string =>
  detailed === 'mergeable'
    ? 'Ready to merge'
    : UNKNOWN.has(detailed)
      ? 'Checking whether it can be merged'
      : 'Merge blocked';
