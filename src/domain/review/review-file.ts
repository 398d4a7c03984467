import type { FileDiff } from './file-diff';

/**
 * What a person looks at: all that a version of the diff changes (`from` undefined), or what changed from one version
 * to a later one. `to` undefined: as the diff is now, where the server has no versions.
 */
export interface ReviewRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * The commits of a version (server-behavior.md#diff-versions): `base` is the merge base, `start` the head of the target
 * branch then.
 */
export interface DiffRefs {
  readonly base: string;
  readonly start: string;
  readonly head: string;
}

/**
 * What became of a file's own change from one version to another: `rebased` where only what lies around it moved,
 * `changed` where the author changed it, `new` and `gone` where only one of them changes the file; `unsure` where the
 * change is not told as lines, and it is not known whether the file is the same in both.
 */
export const FILE_VERDICTS = ['changed', 'new', 'gone', 'rebased', 'unsure'] as const;
export type FileVerdict = (typeof FILE_VERDICTS)[number];

/** A file of a change set. */
export interface ReviewFile {
  /** Its path after the change, or before where it was deleted: names it within its set. */
  readonly path: string;
  /** The server's own hunks: positions of comments follow them. Of a file that is `gone`, those of the older version. */
  readonly diff: FileDiff;
  readonly generated: boolean;
  /** The server left the hunks out. */
  readonly withheld: 'collapsed' | 'too-large' | undefined;
  /** Names what the change of this file is, whatever lies around it: the same after a rebase that did not touch it. */
  readonly patchKey: string;
  /** Between two versions only. */
  readonly verdict?: FileVerdict | undefined;
  /** Between two versions only: its change in the older one; undefined where it is `new`. */
  readonly before?: FileDiff | undefined;
}
