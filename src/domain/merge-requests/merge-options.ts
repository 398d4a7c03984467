import type { MergePlan } from './merge-plan';
import { type MergeRequestFacts, type MergeRequestObstacle, obstacleToMergeRequest } from './rules';

/** The options of a merge before the request is sent. `sha` is the commit that the user reviewed. */
export interface ChosenMergeOptions {
  readonly sha: string;
  readonly squash: boolean;
  readonly removeSourceBranch: boolean;
  /** Undefined: use the server's default message. */
  readonly mergeMessage: string | undefined;
  readonly squashMessage: string | undefined;
}

interface InitialSettings {
  readonly squash: boolean;
  readonly squash_on_merge?: boolean | null | undefined;
  readonly should_remove_source_branch?: boolean | null | undefined;
  readonly force_remove_source_branch: boolean;
}

/** Returns the initial options, taken from the merge request. */
export const initialMergeOptions = (mergeRequest: InitialSettings, sha: string): ChosenMergeOptions => ({
  sha,
  squash: mergeRequest.squash_on_merge ?? mergeRequest.squash,
  removeSourceBranch: mergeRequest.should_remove_source_branch ?? mergeRequest.force_remove_source_branch,
  mergeMessage: undefined,
  squashMessage: undefined,
});

/** Merge immediately, when the pipeline succeeds, or by the merge train of the project. */
export type MergeWay = 'now' | 'auto' | 'train';

/** Returns the available ways to merge, the preferred one first, or the obstacle if there are none. */
export function waysToMerge(
  facts: MergeRequestFacts,
  { hasTrain }: { readonly hasTrain: boolean } = { hasTrain: false },
): readonly MergeWay[] | MergeRequestObstacle {
  const obstacle = obstacleToMergeRequest('merge', facts);
  const auto = obstacleToMergeRequest('setAutoMerge', facts) === undefined;
  // Auto-merge is preferred while a pipeline is running, even if the project doesn't require it to succeed. It
  // then adds the merge request to the merge train (server-behavior.md#merge-trains).
  const train = hasTrain && !auto && obstacle === undefined;
  const ways: readonly MergeWay[] = [
    ...(auto ? (['auto'] as const) : []),
    ...(train ? (['train'] as const) : []),
    ...(obstacle === undefined ? (['now'] as const) : []),
  ];
  return ways.length > 0 ? ways : (obstacle ?? 'blocked');
}

/** Leaves out the messages of commits that the merge doesn't create. */
export const plannedOptions = (
  options: ChosenMergeOptions,
  { squash, hasMergeCommit }: MergePlan,
): ChosenMergeOptions => ({
  ...options,
  squash,
  mergeMessage: hasMergeCommit ? options.mergeMessage : undefined,
  squashMessage: squash ? options.squashMessage : undefined,
});
