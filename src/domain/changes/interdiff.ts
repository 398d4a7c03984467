import type { FileDiff } from './file-diff';
import { pairsOf } from './file-pairs';
import { changeBody, hasChangedLines, patchHead } from './patch-body';
import type { ChangeComparison } from './review-file';

/** How the change of a file differs between two versions of a merge request. */
export interface InterdiffFile {
  /** The path in the newer version, or in the older one if `comparison` is `gone`. */
  readonly path: string;
  readonly comparison: ChangeComparison | 'same';
  /** The change in the older version; undefined if `comparison` is `new`. */
  readonly before: FileDiff | undefined;
  /** The change in the newer version; undefined if `comparison` is `gone`. */
  readonly after: FileDiff | undefined;
}

export interface InterdiffOptions {
  /**
   * True if both versions have the same base commit. All differences are then made by the author, and no file
   * is `rebased`.
   */
  readonly sameBase?: boolean | undefined;
  /** Returns true if the server omitted the lines of a diff. */
  readonly isWithheld?: ((diff: FileDiff) => boolean) | undefined;
  /**
   * Returns true if the content of the file is equal in both versions, given its change in the newer version;
   * undefined if that isn't known.
   */
  readonly sameContent?: ((after: FileDiff) => boolean | undefined) | undefined;
}

/**
 * Compares two versions, each given as all files that it changes. Returns the files in the order of the newer
 * version, followed by those with `gone`.
 *
 * The values correspond to those of `git range-diff` with one commit per file: `same` and `rebased` are its
 * `=`. `same` means that all lines and positions are equal, `rebased` that the body is equal (`patchBody`).
 * If a diff doesn't contain the changed lines (binary, or omitted by the server), the contents of the file in
 * both versions decide. If these aren't known, `comparison` is `unsure`.
 */
export function interdiff(
  from: readonly FileDiff[],
  to: readonly FileDiff[],
  options: InterdiffOptions = {},
): readonly InterdiffFile[] {
  const pairs = pairsOf(from, to);
  const files: InterdiffFile[] = to.map((after) => {
    const before = pairs.get(after);
    const comparison = before === undefined ? 'new' : comparisonOf(before, after, options);
    return { path: pathOf(after), comparison, before, after };
  });
  const kept = new Set(pairs.values());
  for (const before of from)
    if (!kept.has(before)) files.push({ path: pathOf(before), comparison: 'gone', before, after: undefined });
  return files;
}

function comparisonOf(
  before: FileDiff,
  after: FileDiff,
  options: InterdiffOptions,
): InterdiffFile['comparison'] {
  const isComplete = (diff: FileDiff): boolean =>
    hasChangedLines(diff) && options.isWithheld?.(diff) !== true;
  if (patchHead(before) !== patchHead(after)) return 'changed';
  if (!isComplete(before) || !isComplete(after)) return incompleteVerdict(after, options);
  if (sameHunks(before, after)) return 'same';
  return options.sameBase !== true && changeBody(before) === changeBody(after) ? 'rebased' : 'changed';
}

/** The result for two changes of the same kind if at least one diff doesn't contain the changed lines. */
function incompleteVerdict(
  after: FileDiff,
  { sameBase, sameContent }: InterdiffOptions,
): InterdiffFile['comparison'] {
  if (after.change === 'deleted') return 'same';
  const isSame = sameContent?.(after);
  if (isSame === true) return 'same';
  // The contents of text files can also differ because of a rebase. Binary files aren't merged.
  return isSame === false && (after.binary || sameBase === true) ? 'changed' : 'unsure';
}

/** True if all lines and positions are equal. Headings are ignored. */
function sameHunks(one: FileDiff, other: FileDiff): boolean {
  return (
    one.hunks.length === other.hunks.length &&
    one.hunks.every((hunk, index) => {
      const counterpart = other.hunks[index];
      return (
        counterpart?.oldStart === hunk.oldStart &&
        counterpart.newStart === hunk.newStart &&
        counterpart.to - counterpart.from === hunk.to - hunk.from &&
        other.text.slice(counterpart.from, counterpart.to) === one.text.slice(hunk.from, hunk.to)
      );
    })
  );
}

const pathOf = ({ change, oldPath, newPath }: FileDiff): string => (change === 'deleted' ? oldPath : newPath);
