import type { DiffLine, FileDiff } from './file-diff';
import { linesOfHunk } from './hunk-lines';
import { type CommentableFile, lineAt, type LineSpan, type Side } from './positions';

/**
 * Returns the position in another version of lines of an older one, or undefined if they no longer exist there. If both
 * versions have the same base commit, lines outside of hunks are followed too. Never guesses: if several positions match
 * equally well, or none does, the comment is outdated.
 */
export function spanInVersion(
  span: LineSpan,
  from: CommentableFile,
  to: CommentableFile,
): LineSpan | undefined {
  const { side } = span;
  const end = followLine({ side, line: span.end }, from, to);
  if (end === undefined) return undefined;
  const start = span.start === span.end ? end : followLine({ side, line: span.start }, from, to);
  // If the first line no longer exists or is on another side, the comment is on the last line only.
  const whole = start !== undefined && start.side === end.side && start.line <= end.line;
  return { side: end.side, start: whole ? start.line : end.line, end: end.line };
}

interface Line {
  readonly side: Side;
  readonly line: number;
}

function followLine({ side, line }: Line, from: CommentableFile, to: CommentableFile): Line | undefined {
  const sameBase = from.refs.base === to.refs.base;
  const at = lineAt(from.diff, side, line);
  if (at === undefined) return undefined;
  if (at.kind === 'same' && sameBase) {
    const there = lineAt(to.diff, 'old', at.oldAt);
    return there === undefined || there.kind === 'removed' ? undefined : { side: 'new', line: there.newAt };
  }
  if (at.kind === 'removed' && sameBase) {
    // The line is identified by its number in the old file. It can be removed or, if the removal was undone,
    // unchanged.
    const there = lineAt(to.diff, 'old', at.oldAt);
    if (there === undefined) return undefined;
    return there.kind === 'removed' ? { side: 'old', line: at.oldAt } : { side: 'new', line: there.newAt };
  }
  return byText(side, line, from.diff, to.diff);
}

/** Maximum number of lines before and after a line that are compared. */
const AROUND = 3;
/** If more lines have the same text, they can't be distinguished. */
const MAX_PLACES = 200;

/** Finds a line of a hunk by its text and its context. */
function byText(side: Side, line: number, from: FileDiff, to: FileDiff): Line | undefined {
  const before = sideLines(from, side);
  const index = before.findIndex((each) => numberOf(each, side) === line);
  const wanted = before[index];
  if (wanted === undefined) return undefined;
  const after = sideLines(to, side);
  const places = after.flatMap((each, at) => (each.text === wanted.text ? [at] : []));
  if (places.length > MAX_PLACES) return undefined;
  const scores = places.map((at) => ({ at, score: agreement(before, index, after, at) }));
  const best = Math.max(...scores.map(({ score }) => score));
  const [found, other] = scores.filter(({ score }) => score === best);
  if (found === undefined || other !== undefined) return undefined;
  // Blank lines and braces aren't specific enough without matching context.
  if (best === 0 && wanted.text.trim().length < 3) return undefined;
  const number = numberOf(after[found.at], side);
  return number === undefined ? undefined : { side, line: number };
}

const numberOf = (line: DiffLine | undefined, side: Side): number | undefined =>
  side === 'old' ? line?.oldLine : line?.newLine;

/** Returns the lines of one side that the hunks contain. */
function sideLines(diff: FileDiff, side: Side): readonly DiffLine[] {
  const otherKind = side === 'old' ? 'added' : 'removed';
  return diff.hunks.flatMap((hunk) => linesOfHunk(diff, hunk).filter(({ kind }) => kind !== otherKind));
}

function agreement(
  before: readonly DiffLine[],
  index: number,
  after: readonly DiffLine[],
  at: number,
): number {
  let score = 0;
  for (const step of [-1, 1]) {
    for (let away = 1; away <= AROUND; away++) {
      const text = before[index + step * away]?.text;
      if (text === undefined || text !== after[at + step * away]?.text) break;
      score++;
    }
  }
  return score;
}
