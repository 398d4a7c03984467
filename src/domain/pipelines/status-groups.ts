import type { JobStatus } from '../../schemas/job';

/** Names of groups of statuses, the most urgent ones first. */
export const STATUS_GROUPS = [
  'failed',
  'running',
  'waiting',
  'manual',
  'canceled',
  'success',
  'skipped',
] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** Statuses that users filter by together. Each status is in one group. */
const MEMBERS: Readonly<Record<StatusGroup, readonly JobStatus[]>> = {
  failed: ['failed'],
  running: ['running', 'canceling'],
  waiting: ['pending', 'preparing', 'waiting_for_resource', 'waiting_for_callback', 'created', 'scheduled'],
  manual: ['manual'],
  canceled: ['canceled'],
  success: ['success'],
  skipped: ['skipped'],
};

/** All statuses of a group. */
export const statusesIn = (group: StatusGroup): readonly JobStatus[] => MEMBERS[group];

/** The groups that have at least one of the statuses. */
export function groupsOf(statuses: readonly JobStatus[]): StatusGroup[] {
  return STATUS_GROUPS.filter((group) => MEMBERS[group].some((status) => statuses.includes(status)));
}
