import type { FileDiff, Hunk } from './file-diff';
import { linesOfHunk } from './hunk-lines';
import { firstLine } from './patch-hunks';
import type { DiffRefs } from './review-file';

export type Side = 'old' | 'new';

/** A range of lines of one side. Line numbers start at 1; `end` is included. */
export interface LineSpan {
  readonly side: Side;
  readonly start: number;
  readonly end: number;
}

/** A file of a version of a diff, to which comments belong. */
export interface CommentableFile {
  readonly refs: DiffRefs;
  readonly diff: FileDiff;
}

/**
 * The position of a comment in the API. An added line has only a number in the new file, a removed line has
 * only one in the old file, and an unchanged line has both. A comment on the whole file or on an image has no line.
 */
export interface CommentPosition {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
  readonly position_type: 'text' | 'file' | 'image';
  readonly old_path: string;
  readonly new_path: string;
  readonly old_line?: number | undefined;
  readonly new_line?: number | undefined;
  readonly line_range?: { readonly start: RangeEnd; readonly end: RangeEnd } | undefined;
  /** The place in an image, and its size, in pixels. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Contains no line numbers: the service documents them, but rejects requests that contain them. */
export interface RangeEnd {
  readonly line_code: string;
  readonly type: Side;
}

/** A position as returned by the server. All fields are optional. */
export interface ReportedPosition {
  readonly base_sha?: string | null | undefined;
  readonly head_sha?: string | null | undefined;
  readonly position_type?: string | null | undefined;
  readonly old_path?: string | null | undefined;
  readonly new_path?: string | null | undefined;
  readonly old_line?: number | null | undefined;
  readonly new_line?: number | null | undefined;
  /** The place in an image, and its size, in pixels. */
  readonly x?: number | null | undefined;
  readonly y?: number | null | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly line_range?:
    | { readonly start?: ReportedLine | null | undefined; readonly end?: ReportedLine | null | undefined }
    | null
    | undefined;
}
interface ReportedLine {
  readonly line_code?: string | null | undefined;
  readonly old_line?: number | null | undefined;
  readonly new_line?: number | null | undefined;
}

/**
 * A line of a diff. `oldAt` and `newAt` are the values of the diff's two line counters at this line, which
 * line codes contain.
 */
export interface PlacedLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly oldAt: number;
  readonly newAt: number;
}

/**
 * Returns the kind and the position of a line of a side. Lines outside the hunks are unchanged; their number
 * on the other side is computed from the preceding hunks. Returns undefined if the line or the side doesn't
 * exist, or if the changes aren't known (binary files).
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
  // The hunks of added and deleted files contain all their lines. In incomplete diffs, the position isn't
  // known.
  if (diff.change === 'added' || diff.change === 'deleted' || diff.incomplete === true) return undefined;
  return side === 'old'
    ? { kind: 'same', oldAt: line, newAt: line + moved }
    : { kind: 'same', oldAt: line - moved, newAt: line };
}

/** Returns the first line of a hunk on the old and the new side. */
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
 * Returns the API's position for lines of a side; undefined if comments aren't possible there: the server refuses lines
 * of a file of which no line was changed (server-behavior.md#comments-on-lines). A comment on several lines is shown at
 * the last of them. `hash` is the hexadecimal SHA-1 of the file's path, with which line codes start.
 */
export function positionAt(
  { refs, diff }: CommentableFile,
  span: LineSpan,
  hash: string,
): CommentPosition | undefined {
  if (diff.hunks.length === 0) return undefined;
  const start = lineAt(diff, span.side, span.start);
  const end = lineAt(diff, span.side, span.end);
  if (start === undefined || end === undefined) return undefined;
  const rangeEnd = (line: PlacedLine): RangeEnd => ({
    line_code: `${hash}_${line.oldAt}_${line.newAt}`,
    // As the service documents it: `new` for added lines, otherwise `old`.
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

/** Returns the API's position for a file as a whole. */
export const positionOfFile = ({ refs, diff }: CommentableFile): CommentPosition => ({
  base_sha: refs.base,
  start_sha: refs.start,
  head_sha: refs.head,
  position_type: 'file',
  old_path: diff.oldPath,
  new_path: diff.newPath,
});

/** True if a position is on a file as a whole, or on a place in an image. */
export const isOnWholeFile = ({ position_type: type }: ReportedPosition): boolean =>
  type === 'file' || type === 'image';

/** A place in an image, and the size of the image, in pixels. */
export interface ImagePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the API's position for a place in an image. */
export const positionInImage = (
  file: CommentableFile,
  { x, y, width, height }: ImagePlace,
): CommentPosition => ({ ...positionOfFile(file), position_type: 'image', x, y, width, height });

/**
 * Returns the nearest place in an image of this size. Without a place, returns the center.
 */
export function placeInImage(
  { width, height }: Pick<ImagePlace, 'width' | 'height'>,
  place?: Pick<ImagePlace, 'x' | 'y'>,
): ImagePlace {
  const within = (value: number, most: number): number => Math.min(Math.max(0, Math.round(value)), most);
  const { x, y } = place ?? { x: width / 2, y: height / 2 };
  return { x: within(x, width), y: within(y, height), width, height };
}

/** Returns the place of a comment in an image; undefined for other comments, or if it isn't complete. */
export function imagePlaceOf({
  position_type: type,
  x,
  y,
  width,
  height,
}: ReportedPosition): ImagePlace | undefined {
  const isComplete =
    typeof x === 'number' && typeof y === 'number' && typeof width === 'number' && typeof height === 'number';
  return type === 'image' && isComplete ? { x, y, width, height } : undefined;
}

/** The side on which comments on a file as a whole are shown. */
export const sideOfWholeFile = ({ change }: FileDiff): Side => (change === 'deleted' ? 'old' : 'new');

/** The path whose hash is part of line codes. */
export const pathOfCodes = ({ change, oldPath, newPath }: FileDiff): string =>
  change === 'deleted' ? oldPath : newPath;

/** True if a position belongs to this file. */
export function isOfFile(
  diff: FileDiff,
  { old_path: oldPath, new_path: newPath }: ReportedPosition,
): boolean {
  const path = typeof newPath === 'string' ? newPath : oldPath;
  return path === diff.newPath || (diff.change === 'deleted' && path === diff.oldPath);
}

/** True if a position was created on this version. */
export const isOfVersion = (refs: DiffRefs, { base_sha: base, head_sha: head }: ReportedPosition): boolean =>
  head === refs.head && base === refs.base;

/**
 * Returns the lines of a position; unchanged lines are on the new side. Returns undefined if the position has
 * no line.
 */
export function spanOf(position: ReportedPosition): LineSpan | undefined {
  const { old_line: oldLine, new_line: newLine, line_range: range } = position;
  const side: Side = typeof newLine === 'number' ? 'new' : 'old';
  const end = side === 'new' ? newLine : oldLine;
  if (typeof end !== 'number' || end < 1) return undefined;
  const startLine = lineOf(range?.start, side);
  const start = startLine !== undefined && startLine >= 1 && startLine <= end ? startLine : end;
  return { side, start, end };
}

/**
 * A line code contains both line numbers. Ranges that were created with the API have no other line numbers.
 */
function lineOf(line: ReportedLine | null | undefined, side: Side): number | undefined {
  const number = side === 'new' ? line?.new_line : line?.old_line;
  if (typeof number === 'number') return number;
  const [, oldAt, newAt] = /_(\d+)_(\d+)$/.exec(line?.line_code ?? '') ?? [];
  return oldAt === undefined ? undefined : Number(side === 'new' ? newAt : oldAt);
}
