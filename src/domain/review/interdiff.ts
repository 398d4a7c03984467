import type { FileDiff } from './file-diff';
import { pairsOf } from './file-pairs';
import { changeBody, patchHead, tellsChange } from './patch-body';
import type { FileVerdict } from './review-file';

/** What became of the change of a file from one version of a merge request to another. */
export interface InterdiffFile {
  /** Its path in the newer version; in the older one where it is `gone`. */
  readonly path: string;
  readonly verdict: FileVerdict | 'same';
  /** Its change in the older version; undefined where it is `new`. */
  readonly before: FileDiff | undefined;
  /** Its change in the newer version; undefined where it is `gone`. */
  readonly after: FileDiff | undefined;
}

export interface InterdiffOptions {
  /** Both versions begin at the same commit: whatever differs is the author's, and nothing is `rebased`. */
  readonly sameBase?: boolean | undefined;
  /** Whether the server left the lines of a diff out. */
  readonly isWithheld?: ((diff: FileDiff) => boolean) | undefined;
  /** Whether the file is the same in both versions, by its change in the newer one; undefined where nobody knows. */
  readonly sameContent?: ((after: FileDiff) => boolean | undefined) | undefined;
}

/**
 * Compares two versions, each as all the files that it changes: in the order of the newer one, then what is gone.
 *
 * The verdicts are those of `git range-diff` for one commit per file: `same` and `rebased` are its `=`. `same` is equal
 * in every line and position, `rebased` in its body (`patchBody`). A change that is not told (binary, left out by the
 * server) is told by what the file holds in both versions; where that is not known it is `unsure`.
 */
export function interdiff(
  from: readonly FileDiff[],
  to: readonly FileDiff[],
  options: InterdiffOptions = {},
): readonly InterdiffFile[] {
  const pairs = pairsOf(from, to);
  const files: InterdiffFile[] = to.map((after) => {
    const before = pairs.get(after);
    const verdict = before === undefined ? 'new' : verdictOf(before, after, options);
    return { path: pathOf(after), verdict, before, after };
  });
  const kept = new Set(pairs.values());
  for (const before of from)
    if (!kept.has(before)) files.push({ path: pathOf(before), verdict: 'gone', before, after: undefined });
  return files;
}

function verdictOf(before: FileDiff, after: FileDiff, options: InterdiffOptions): InterdiffFile['verdict'] {
  const isTold = (diff: FileDiff): boolean => tellsChange(diff) && options.isWithheld?.(diff) !== true;
  if (patchHead(before) !== patchHead(after)) return 'changed';
  if (!isTold(before) || !isTold(after)) return untoldVerdict(after, options);
  if (sameHunks(before, after)) return 'same';
  return options.sameBase !== true && changeBody(before) === changeBody(after) ? 'rebased' : 'changed';
}

/** Of two changes of the same kind, of which at least one is not told as lines. */
function untoldVerdict(
  after: FileDiff,
  { sameBase, sameContent }: InterdiffOptions,
): InterdiffFile['verdict'] {
  if (after.change === 'deleted') return 'same';
  const isSame = sameContent?.(after);
  if (isSame === true) return 'same';
  // Text may differ by what a rebase brought; nothing is merged into what is no text.
  return isSame === false && (after.binary || sameBase === true) ? 'changed' : 'unsure';
}

/** Whether every line and position is equal; headings are not looked at. */
function sameHunks(one: FileDiff, other: FileDiff): boolean {
  return (
    one.hunks.length === other.hunks.length &&
    one.hunks.every((hunk, index) => {
      const twin = other.hunks[index];
      return (
        twin?.oldStart === hunk.oldStart &&
        twin.newStart === hunk.newStart &&
        twin.to - twin.from === hunk.to - hunk.from &&
        other.text.slice(twin.from, twin.to) === one.text.slice(hunk.from, hunk.to)
      );
    })
  );
}

const pathOf = ({ change, oldPath, newPath }: FileDiff): string => (change === 'deleted' ? oldPath : newPath);
