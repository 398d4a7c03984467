import { Range, type TextDocument } from 'vscode';
import { type CommentableSide, positionIn } from '../../../app/changes/commentable-files';
import type { Lines, WorkingPlace } from '../../../domain/changes/working-lines';
import { workingLinesOf } from '../editor/shown-side';

/** Line at which threads on a whole file are found by the cursor. */
export const FIRST_LINE = new Range(0, 0, 0, 0);

export const isSameRange = (one: Range | undefined, other: Range | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.isEqual(other);

/** Returns the lines of a document that can have comments: those whose positions on both sides are known. */
export function commentableRanges(document: TextDocument, frame: CommentableSide): Range[] {
  const lines = workingLinesOf(document);
  const known = knownLines(frame, lines?.head.length ?? lastLine(document));
  return (lines?.unchanged(known) ?? known).map(({ start, end }) => new Range(start - 1, 0, end - 1, 0));
}

function knownLines(frame: CommentableSide, last: number): readonly Lines[] {
  const isKnown = (line: number): boolean => positionIn(frame, line, line) !== undefined;
  if (isKnown(1) && isKnown(last)) return [{ start: 1, end: last }];
  return frame.diff.hunks.map((hunk) => {
    const [start, lines] =
      frame.side === 'old' ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
    return { start, end: Math.max(start, start + lines - 1) };
  });
}

/** If the file ends with a line break, the document's last line is empty and not a line of the file. */
function lastLine(document: TextDocument): number {
  const last = document.lineCount;
  return document.lineAt(last - 1).text === '' && last > 1 ? last - 1 : last;
}

/** Returns the lines of the side that a document shows; undefined if all of them have local changes. */
export function sideLines(document: TextDocument, { start, end }: Range): Lines | undefined {
  const shown = { start: start.line + 1, end: end.line + 1 };
  const lines = workingLinesOf(document);
  return lines === undefined ? shown : lines.toHead(shown);
}

/** Returns where a document shows lines of a side. `isChanged`: they have local changes. */
export function documentLines(
  document: TextDocument,
  span: Lines,
): { readonly range: Range; readonly isChanged: boolean } {
  const place: WorkingPlace = workingLinesOf(document)?.toWorking(span) ?? { ...span, state: 'same' };
  const last = document.lineCount - 1;
  const range = new Range(Math.min(place.start - 1, last), 0, Math.min(place.end - 1, last), 0);
  return { range, isChanged: place.state === 'changed' };
}
