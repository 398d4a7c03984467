import type { FileDiff, Hunk } from './file-diff';
import { linesOfHunk } from './hunk-lines';
import { firstLine } from './patch-hunks';
import type { DiffRefs } from './review-file';

export type Side = 'old' | 'new';

/** Lines of one side, from 1, the last one included. */
export interface LineSpan {
  readonly side: Side;
  readonly start: number;
  readonly end: number;
}

/** A file of one version of a diff: what comments of it are about. */
export interface Frame {
  readonly refs: DiffRefs;
  readonly diff: FileDiff;
}

/**
 * Where the API lets a comment stand. A line that was added has only a number in the new file, one that was taken
 * away only one in the old file, and an unchanged line has both.
 */
export interface CommentPosition {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
  readonly position_type: 'text';
  readonly old_path: string;
  readonly new_path: string;
  readonly old_line?: number | undefined;
  readonly new_line?: number | undefined;
  readonly line_range?: { readonly start: RangeEnd; readonly end: RangeEnd } | undefined;
}

/** Nothing more: the real service documents numbers of lines here too, and refuses whoever sends them. */
export interface RangeEnd {
  readonly line_code: string;
  readonly type: Side;
}

/** A position as a server tells it: anything in it may be missing. */
export interface ToldPosition {
  readonly base_sha?: string | null | undefined;
  readonly head_sha?: string | null | undefined;
  readonly position_type?: string | null | undefined;
  readonly old_path?: string | null | undefined;
  readonly new_path?: string | null | undefined;
  readonly old_line?: number | null | undefined;
  readonly new_line?: number | null | undefined;
  readonly line_range?:
    | { readonly start?: ToldLine | null | undefined; readonly end?: ToldLine | null | undefined }
    | null
    | undefined;
}
interface ToldLine {
  readonly line_code?: string | null | undefined;
  readonly old_line?: number | null | undefined;
  readonly new_line?: number | null | undefined;
}

/** A line of a diff. `oldAt` and `newAt`: what the two counters of the diff stand at there, as line codes name it. */
export interface PlacedLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly oldAt: number;
  readonly newAt: number;
}

/**
 * What a line of a side is. Lines outside of the hunks are unchanged: where they stand on the other side follows from
 * the hunks before them. Undefined where the side does not exist, or what changed is not known (a binary file).
 */
export function lineAt(diff: FileDiff, side: Side, line: number): PlacedLine | undefined {
  if (line < 1 || diff.binary) return undefined;
  let moved = 0;
  for (const hunk of diff.hunks) {
    const { oldLines, newLines } = hunk;
    const [oldBegin, newBegin] = beginsOf(hunk);
    const [begin, count] = side === 'old' ? [oldBegin, oldLines] : [newBegin, newLines];
    if (line < begin) break;
    if (line < begin + count) return inHunk(diff, hunk, side, line);
    moved = newBegin + newLines - oldBegin - oldLines;
  }
  // All lines of such a file are in its hunks.
  if (diff.change === 'added' || diff.change === 'deleted' || diff.incomplete === true) return undefined;
  return side === 'old'
    ? { kind: 'same', oldAt: line, newAt: line + moved }
    : { kind: 'same', oldAt: line - moved, newAt: line };
}

/** The first line of a hunk on the old side, and on the new one. */
const beginsOf = ({ oldStart, oldLines, newStart, newLines }: Hunk): [number, number] => [
  firstLine(oldStart, oldLines),
  firstLine(newStart, newLines),
];

function inHunk(diff: FileDiff, hunk: Hunk, side: Side, line: number): PlacedLine | undefined {
  let [oldAt, newAt] = beginsOf(hunk);
  for (const { kind, oldLine, newLine } of linesOfHunk(diff, hunk)) {
    if ((side === 'old' ? oldLine : newLine) === line) return { kind, oldAt, newAt };
    if (kind !== 'added') oldAt++;
    if (kind !== 'removed') newAt++;
  }
  return undefined;
}

const numbersOf = ({ kind, oldAt, newAt }: PlacedLine) => ({
  ...(kind === 'added' ? {} : { old_line: oldAt }),
  ...(kind === 'removed' ? {} : { new_line: newAt }),
});

/**
 * The position that the API wants for lines of a side; undefined where nothing can be said there. A comment on several
 * lines stands at the last of them. `hash` is the SHA-1 of the file's path in hexadecimal digits: line codes begin
 * with it.
 */
export function positionAt({ refs, diff }: Frame, span: LineSpan, hash: string): CommentPosition | undefined {
  const start = lineAt(diff, span.side, span.start);
  const end = lineAt(diff, span.side, span.end);
  if (start === undefined || end === undefined) return undefined;
  const rangeEnd = (line: PlacedLine): RangeEnd => ({
    line_code: `${hash}_${line.oldAt}_${line.newAt}`,
    // As the real service documents it: `new` for lines that were added, otherwise `old`.
    type: line.kind === 'added' ? 'new' : 'old',
  });
  return {
    base_sha: refs.base,
    start_sha: refs.start,
    head_sha: refs.head,
    position_type: 'text',
    old_path: diff.oldPath,
    new_path: diff.newPath,
    ...numbersOf(end),
    ...(span.start === span.end ? {} : { line_range: { start: rangeEnd(start), end: rangeEnd(end) } }),
  };
}

/** The path that line codes are made of. */
export const pathOfCodes = ({ change, oldPath, newPath }: FileDiff): string =>
  change === 'deleted' ? oldPath : newPath;

/** Whether a position is about this file. */
export function isOfFile(diff: FileDiff, { old_path: oldPath, new_path: newPath }: ToldPosition): boolean {
  const told = typeof newPath === 'string' ? newPath : oldPath;
  return told === diff.newPath || (diff.change === 'deleted' && told === diff.oldPath);
}

/** Whether a position was made on this very version. */
export const isOfVersion = (refs: DiffRefs, { base_sha: base, head_sha: head }: ToldPosition): boolean =>
  head === refs.head && base === refs.base;

/** The lines that a position names, unchanged ones on the new side; undefined for what is not at a line. */
export function spanOf(position: ToldPosition): LineSpan | undefined {
  const { old_line: oldLine, new_line: newLine, line_range: range } = position;
  const side: Side = typeof newLine === 'number' ? 'new' : 'old';
  const end = side === 'new' ? newLine : oldLine;
  if (typeof end !== 'number' || end < 1) return undefined;
  const told = lineOf(range?.start, side);
  const start = told !== undefined && told >= 1 && told <= end ? told : end;
  return { side, start, end };
}

/** The code of a line tells both of its numbers, and is all that there is of lines that came in by the API. */
function lineOf(told: ToldLine | null | undefined, side: Side): number | undefined {
  const number = side === 'new' ? told?.new_line : told?.old_line;
  if (typeof number === 'number') return number;
  const [, oldAt, newAt] = /_(\d+)_(\d+)$/.exec(told?.line_code ?? '') ?? [];
  return oldAt === undefined ? undefined : Number(side === 'new' ? newAt : oldAt);
}
