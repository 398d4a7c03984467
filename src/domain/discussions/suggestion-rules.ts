import { type AccessLevel, lacksRole } from '../projects/access-level';

/** Facts that determine whether a user can push to the source branch of a merge request. */
export interface PushFacts {
  readonly state: string;
  /** The user's access to the source project, and to the target project; undefined if not known. */
  readonly sourceAccess: AccessLevel;
  readonly targetAccess: AccessLevel;
  /** True if members of the target project can push to the branch of a fork. */
  readonly isCollaborative: boolean;
}

/**
 * True unless the user certainly can't push to the source branch. Protected branches and unknown roles are left to the
 * server.
 */
export function mayPushToSource({ state, sourceAccess, targetAccess, isCollaborative }: PushFacts): boolean {
  if (state !== 'opened') return false;
  if (!lacksRole(sourceAccess, 'developer')) return true;
  return isCollaborative && !lacksRole(targetAccess, 'developer');
}

/** A suggestion in a file, in the version with this head. */
export interface SuggestionSpan {
  readonly path: string;
  readonly head: string | undefined;
  /** Starts at 1; inclusive. */
  readonly start: number;
  readonly end: number;
}

/** True if two suggestions replace the same line, so that the server refuses to apply them together. */
export const isOverlapping = (one: SuggestionSpan, other: SuggestionSpan): boolean =>
  one.path === other.path && one.head === other.head && one.start <= other.end && other.start <= one.end;
