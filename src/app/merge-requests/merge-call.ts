/** `sha` is required, so that only the commit that the user reviewed is merged. */
export interface MergeOptions {
  readonly sha: string;
  /** Merges when the pipeline succeeds. */
  readonly auto?: boolean | undefined;
  /** Adds it to the merge train, which merges it (server-behavior.md#merge-trains). */
  readonly train?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly removeSourceBranch?: boolean | undefined;
  readonly mergeMessage?: string | undefined;
  readonly squashMessage?: string | undefined;
}

/** Newer servers have renamed the parameter, and may no longer accept the former name. */
const AUTO_MERGE = { auto_merge: true, merge_when_pipeline_succeeds: true };

/** Returns the body of the request to merge. */
export function bodyOf({
  sha,
  auto,
  train,
  squash,
  removeSourceBranch,
  mergeMessage,
  squashMessage,
}: MergeOptions) {
  return {
    sha,
    ...(auto === true || train === true ? AUTO_MERGE : {}),
    ...(squash === undefined ? {} : { squash }),
    ...(removeSourceBranch === undefined ? {} : { should_remove_source_branch: removeSourceBranch }),
    ...(mergeMessage === undefined ? {} : { merge_commit_message: mergeMessage }),
    ...(squashMessage === undefined ? {} : { squash_commit_message: squashMessage }),
  };
}
