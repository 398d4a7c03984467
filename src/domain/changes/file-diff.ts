/** Kinds of changes of a file. A change of only the mode is `modified` without hunks. */
export const FILE_CHANGES = ['added', 'deleted', 'modified', 'renamed', 'copied'] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

/** A range of changed lines with their context. Line numbers start at 1; a side without lines starts at 0. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** The text after the second `@@`, usually the enclosing function. */
  readonly heading: string;
  /** Start and end offsets of its lines in `FileDiff.text`, without the `@@` line. */
  readonly from: number;
  readonly to: number;
}

/** The change of a file, parsed from a patch. The lines stay in `text` until they are needed. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  /**
   * Git modes: `100644`, `100755`, `120000` (symbolic link), `160000` (submodule); undefined if the patch
   * doesn't contain it.
   */
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  readonly change: FileChange;
  /** True if git treats the file as binary. There are no hunks then. */
  readonly binary: boolean;
  /** Number of added and removed lines. */
  readonly added: number;
  readonly removed: number;
  readonly text: string;
  readonly hunks: readonly Hunk[];
  /**
   * True if lines of the change are missing: they were cut off, were inconsistent, or are part of the
   * combined diff of a merge.
   */
  readonly incomplete?: boolean | undefined;
}

/** A line of a hunk. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Without its sign and line end. A carriage return before the line end is preserved. */
  readonly text: string;
  /** Line numbers on both sides, starting at 1; undefined on a side that doesn't contain the line. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** False for the last line of a file without a line end at its end. */
  readonly ended: boolean;
}
