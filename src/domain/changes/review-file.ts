import type { FileDiff } from './file-diff';

/**
 * The reviewed range: all changes of a version of the diff (`from` is undefined), or the changes from one
 * version to a later one. If `to` is undefined, the current diff is used, because the server doesn't support
 * versions.
 */
export interface ReviewRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * The commits of a version (server-behavior.md#diff-versions): `base` is the merge base, `start` the head of
 * the target branch at that time.
 */
export interface DiffRefs {
  readonly base: string;
  readonly start: string;
  readonly head: string;
}

/**
 * How the change of a file differs between two versions: `rebased` if only its surroundings moved, `changed`
 * if the author changed it, `new` and `gone` if only one version changes the file, and `unsure` if the
 * changed lines aren't available and it isn't known whether the contents are equal.
 */
export const CHANGE_COMPARISONS = ['changed', 'new', 'gone', 'rebased', 'unsure'] as const;
export type ChangeComparison = (typeof CHANGE_COMPARISONS)[number];

/** A file of a change set. */
export interface ReviewFile {
  /** The path after the change, or before it if the file was deleted. Unique within the change set. */
  readonly path: string;
  /**
   * The server's hunks, to which comment positions refer. If `comparison` is `gone`, those of the older
   * version.
   */
  readonly diff: FileDiff;
  readonly generated: boolean;
  /** Why the server omitted the hunks, if it did. */
  readonly withheld: 'collapsed' | 'too-large' | undefined;
  /**
   * Identifies the change of this file regardless of its location. It stays the same after a rebase that
   * doesn't affect the change.
   */
  readonly patchKey: string;
  /** Only when comparing two versions. */
  readonly comparison?: ChangeComparison | undefined;
  /** Only when comparing two versions: the change in the older version; undefined if `comparison` is `new`. */
  readonly before?: FileDiff | undefined;
}
