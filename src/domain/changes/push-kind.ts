import type { DiffRefs } from './review-file';

/**
 * Kind of push between two versions: commits on top of the older head (`added`, with their number), or a
 * force-push with the same base commit (`rewritten`) or another one (`rebased`). `retargeted`: the head is
 * the same, but the diff changed with the target branch. `unknown`: the commits aren't known.
 */
export type Push =
  | { readonly kind: 'added'; readonly commits: number }
  | { readonly kind: 'rewritten' | 'rebased' | 'retargeted' | 'unknown' };

/** The commits of a version, newest first. `cut`: there are more. */
export interface VersionCommits {
  readonly ids: readonly string[];
  readonly cut: boolean;
}

type Ends = Pick<DiffRefs, 'base' | 'head'>;

/** Compares two versions. `commits` are those of the newer one. */
export function pushBetween(from: Ends, to: Ends, commits: VersionCommits | undefined): Push {
  if (from.head === to.head) return { kind: 'retargeted' };
  if (commits === undefined) return { kind: 'unknown' };
  const place = commits.ids.indexOf(from.head);
  if (place >= 0) return { kind: 'added', commits: place };
  // The older head is now part of the target branch, so no commit was removed.
  if (from.head === to.base && !commits.cut) return { kind: 'added', commits: commits.ids.length };
  if (commits.cut) return { kind: 'unknown' };
  return { kind: from.base === to.base ? 'rewritten' : 'rebased' };
}

/** True if commits of the older version are no longer in the branch. */
export const isForcePush = ({ kind }: Push): boolean => kind === 'rewritten' || kind === 'rebased';
