import { type MergeRequestFacts, type MergeRequestObstacle, obstacleToMergeRequest } from './rules';

/** What a person wants of a merge, as it stands before it is sent. `sha` is the commit that was looked at. */
export interface MergeWish {
  readonly sha: string;
  readonly squash: boolean;
  readonly removeSourceBranch: boolean;
  /** Undefined: the server's default. */
  readonly mergeMessage: string | undefined;
  readonly squashMessage: string | undefined;
}

interface Wished {
  readonly squash: boolean;
  readonly should_remove_source_branch?: boolean | null | undefined;
  readonly force_remove_source_branch: boolean;
}

/** What the merge request itself says. */
export const firstWish = (mergeRequest: Wished, sha: string): MergeWish => ({
  sha,
  squash: mergeRequest.squash,
  removeSourceBranch: mergeRequest.should_remove_source_branch ?? mergeRequest.force_remove_source_branch,
  mergeMessage: undefined,
  squashMessage: undefined,
});

/** At once, or when the pipeline succeeds. */
export type MergeWay = 'now' | 'auto';

/** The ways that are open, the better one first; else what stands in the way of a merge. */
export function waysToMerge(facts: MergeRequestFacts): readonly MergeWay[] | MergeRequestObstacle {
  const obstacle = obstacleToMergeRequest('merge', facts);
  const auto = obstacleToMergeRequest('setAutoMerge', facts) === undefined;
  // A pipeline that runs is worth waiting for, also where the project does not ask for it.
  const ways: readonly MergeWay[] = [
    ...(auto ? (['auto'] as const) : []),
    ...(obstacle === undefined ? (['now'] as const) : []),
  ];
  return ways.length > 0 ? ways : (obstacle ?? 'blocked');
}
