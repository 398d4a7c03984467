import { type MergeRequestFacts, type MergeRequestObstacle, obstacleToMergeRequest } from './rules';

/** The options of a merge before the request is sent. `sha` is the commit that the user reviewed. */
export interface MergeWish {
  readonly sha: string;
  readonly squash: boolean;
  readonly removeSourceBranch: boolean;
  /** Undefined: use the server's default message. */
  readonly mergeMessage: string | undefined;
  readonly squashMessage: string | undefined;
}

interface Wished {
  readonly squash: boolean;
  readonly should_remove_source_branch?: boolean | null | undefined;
  readonly force_remove_source_branch: boolean;
}

/** Returns the initial options, taken from the merge request. */
export const firstWish = (mergeRequest: Wished, sha: string): MergeWish => ({
  sha,
  squash: mergeRequest.squash,
  removeSourceBranch: mergeRequest.should_remove_source_branch ?? mergeRequest.force_remove_source_branch,
  mergeMessage: undefined,
  squashMessage: undefined,
});

/** Merge immediately, or when the pipeline succeeds. */
export type MergeWay = 'now' | 'auto';

/** Returns the available ways to merge, the preferred one first, or the obstacle if there are none. */
export function waysToMerge(facts: MergeRequestFacts): readonly MergeWay[] | MergeRequestObstacle {
  const obstacle = obstacleToMergeRequest('merge', facts);
  const auto = obstacleToMergeRequest('setAutoMerge', facts) === undefined;
  // Auto-merge is preferred while a pipeline is running, even if the project doesn't require it to succeed.
  const ways: readonly MergeWay[] = [
    ...(auto ? (['auto'] as const) : []),
    ...(obstacle === undefined ? (['now'] as const) : []),
  ];
  return ways.length > 0 ? ways : (obstacle ?? 'blocked');
}
