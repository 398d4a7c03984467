/** `waiting_for_resource` as "Waiting for resource". */
export const label = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

/** A status of a pipeline or job as web pages show it. */
export const statusLabel = (status: string): string => (status === 'success' ? 'Passed' : label(status));

/** The state of a merge request as web pages show it. */
export const stateLabel = (state: string): string => (state === 'opened' ? 'Open' : label(state));

const UNKNOWN = new Set(['checking', 'unchecked', 'preparing']);

/** Whether an open merge request can be merged. */
export const mergeLabel = (detailed: string): string =>
  detailed === 'mergeable'
    ? 'Ready to merge'
    : UNKNOWN.has(detailed)
      ? 'Checking whether it can be merged'
      : 'Merge blocked';
