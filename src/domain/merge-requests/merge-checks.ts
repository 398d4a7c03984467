import type { MergeRequest } from '../../schemas/merge-request';
import { type MergeStatus, mergeStatusFacts } from './merge-status';

type CheckedFields =
  | 'detailed_merge_status'
  | 'state'
  | 'draft'
  | 'has_conflicts'
  | 'blocking_discussions_resolved';

interface Checked extends Pick<MergeRequest, CheckedFields> {
  /** Number of missing approvals; undefined if it isn't known. */
  readonly approvalsLeft: number | undefined;
}

/**
 * Obstacles that can be determined from fields of the merge request, with the statuses that the server reports for
 * them.
 */
const CHECKS: readonly (readonly [readonly MergeStatus[], (facts: Checked) => boolean])[] = [
  [['draft_status'], ({ draft }) => draft],
  [['conflict', 'broken_status'], ({ has_conflicts: conflicts }) => conflicts],
  [['discussions_not_resolved'], ({ blocking_discussions_resolved: resolved }) => resolved === false],
  [['not_approved'], ({ approvalsLeft }) => (approvalsLeft ?? 0) > 0],
];

/**
 * Returns the obstacles to a merge besides the reported status, which contains only the first one
 * (server-behavior.md#detailed-merge-status).
 */
export function otherObstacles(facts: Checked): readonly MergeStatus[] {
  const { detailed_merge_status: reported, state } = facts;
  const readiness = mergeStatusFacts(reported)?.readiness;
  if (state !== 'opened' || readiness === 'ready' || readiness === 'over') return [];
  return CHECKS.flatMap(([statuses, isObstacle]) => {
    const [status] = statuses;
    const isReported = statuses.some((each) => each === reported);
    return status === undefined || isReported || !isObstacle(facts) ? [] : [status];
  });
}
