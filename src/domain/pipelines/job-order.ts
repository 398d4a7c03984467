import { severity } from '../jobs/status';
import { byMemberName, type Stage, type StageMember } from './grouping';

/** How jobs are sorted: by stage with failed jobs first in each, by name, or by status. */
export type JobOrder = 'stage' | 'name' | 'status';

const bySeverity = (a: StageMember, b: StageMember): number => severity(b.job) - severity(a.job);
const failure = ({ job }: StageMember): number => (job.status === 'failed' ? severity(job) : 0);

/** Compares members of one stage. Failed jobs come before allowed failures, and both before the rest. */
const COMPARE: Readonly<Record<JobOrder, (a: StageMember, b: StageMember) => number>> = {
  stage: (a, b) => failure(b) - failure(a) || byMemberName(a, b),
  name: byMemberName,
  status: (a, b) => bySeverity(a, b) || byMemberName(a, b),
};

/** The members of a stage in the order in which they are shown. */
export function sortedMembers(members: readonly StageMember[], order: JobOrder): readonly StageMember[] {
  return [...members].sort(COMPARE[order]);
}

/**
 * Returns the members of all stages as one list. With the order `stage`, the order of the stages is
 * preserved.
 */
export function flattened(stages: readonly Stage[], order: JobOrder): readonly StageMember[] {
  if (order === 'stage') return stages.flatMap(({ members }) => sortedMembers(members, order));
  return sortedMembers(
    stages.flatMap(({ members }) => members),
    order,
  );
}
