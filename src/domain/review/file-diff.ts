/** What happened to a file as a whole. A change of its mode alone is `modified` without hunks. */
export const FILE_CHANGES = ['added', 'deleted', 'modified', 'renamed', 'copied'] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

/** A stretch of changed lines with the lines around them. Lines are counted from 1; a side without lines starts at 0. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What git wrote behind the second `@@`: mostly the function around it. */
  readonly heading: string;
  /** Where its lines begin and end in `FileDiff.text`: without the `@@` line. */
  readonly from: number;
  readonly to: number;
}

/** The change of one file, as a patch tells it. The lines stay in `text` until somebody asks for them. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  /** As git writes them: `100644`, `100755`, `120000` (a link), `160000` (a submodule); undefined where not told. */
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  readonly change: FileChange;
  /** Git found that it is no text: there are no hunks. */
  readonly binary: boolean;
  /** Lines that were added and taken away. */
  readonly added: number;
  readonly removed: number;
  readonly text: string;
  readonly hunks: readonly Hunk[];
  /** Lines of the change are not here: they were cut off, did not fit, or stand in the combined diff of a merge. */
  readonly incomplete?: boolean | undefined;
}

/** One line of a hunk. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Without its sign and without its line end; a carriage return before the line end stays. */
  readonly text: string;
  /** Its number on either side, from 1; undefined on the side on which it is not. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** False for the last line of a file that ends without a line end. */
  readonly ended: boolean;
}
