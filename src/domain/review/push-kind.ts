import type { DiffRefs } from './review-file';

/**
 * What the author did between two versions: put commits on top of the older head (`commits`: so many), or replaced it
 * by a force-push, as seen from where the branch begins: at the same commit (`rewritten`) or at another one (`rebased`).
 * `retargeted`: the head is the same, and the diff another one as the target is. `unknown` where commits are not told.
 */
export type Push =
  | { readonly kind: 'added'; readonly commits: number }
  | { readonly kind: 'rewritten' | 'rebased' | 'retargeted' | 'unknown' };

/** The commits of a version, newest first; `cut` where there are more of them. */
export interface VersionCommits {
  readonly ids: readonly string[];
  readonly cut: boolean;
}

type Ends = Pick<DiffRefs, 'base' | 'head'>;

/** `commits`: those of the newer version. */
export function pushBetween(from: Ends, to: Ends, commits: VersionCommits | undefined): Push {
  if (from.head === to.head) return { kind: 'retargeted' };
  if (commits === undefined) return { kind: 'unknown' };
  const place = commits.ids.indexOf(from.head);
  if (place >= 0) return { kind: 'added', commits: place };
  // All that the older version had is in the target branch by now: nobody took anything back.
  if (from.head === to.base && !commits.cut) return { kind: 'added', commits: commits.ids.length };
  if (commits.cut) return { kind: 'unknown' };
  return { kind: from.base === to.base ? 'rewritten' : 'rebased' };
}

/** Whether commits that somebody has seen are not in the branch any more. */
export const isForcePush = ({ kind }: Push): boolean => kind === 'rewritten' || kind === 'rebased';
