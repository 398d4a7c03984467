interface Merged {
  readonly sha?: string | null | undefined;
  readonly merge_commit_sha?: string | null | undefined;
  readonly squash_commit_sha?: string | null | undefined;
}

/**
 * Returns the commit with which a merge request was merged. A fast-forward creates no merge commit
 * (server-behavior.md#merge-methods).
 */
export const mergedShaOf = ({
  sha,
  merge_commit_sha: merge,
  squash_commit_sha: squash,
}: Merged): string | undefined => merge ?? squash ?? sha ?? undefined;
