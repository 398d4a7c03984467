/** A piece of a text. `change`: the element of an inline diff. */
export interface DiffPiece {
  readonly text: string;
  readonly change?: 'ins' | 'del' | undefined;
}

/** The marks of the service's inline diffs. A diff can't extend over a line break. */
const MARK = /[{[][+-]|[+-][}\]]|\n/g;
const CLOSING: Readonly<Record<string, string | undefined>> = {
  '{+': '+}',
  '[+': '+]',
  '{-': '-}',
  '[-': '-]',
};
const MARK_LENGTH = 2;

/** Maximum number of inline diffs of a text. Others are shown as they were written. */
const MAX_DIFFS = 1_000;

/** Splits a text at its inline diffs, such as `{+ added +}` and `[- removed -]`. */
export function inlineDiffs(text: string): readonly DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let [from, count] = [0, 0];
  for (const { start, end, mark } of spansIn(text)) {
    if (start < from || count === MAX_DIFFS) continue;
    if (start > from) pieces.push({ text: text.slice(from, start) });
    const change = mark.endsWith('+') ? 'ins' : 'del';
    pieces.push({ text: text.slice(start + MARK_LENGTH, end), change });
    from = end + MARK_LENGTH;
    count++;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

interface Span {
  readonly mark: string;
  readonly start: number;
  /** The position of the closing mark. */
  readonly end: number;
}

/** Returns the opening marks with the first closing mark after them, from one search from the end of the text. */
function spansIn(text: string): readonly Span[] {
  const spans: Span[] = [];
  const next = new Map<string, number>();
  for (const [mark, start] of [...text.matchAll(MARK)]
    .map((each) => [each[0], each.index] as const)
    .reverse()) {
    const end = next.get(CLOSING[mark] ?? '');
    if (mark === '\n') next.clear();
    else if (end !== undefined && end > start + MARK_LENGTH) spans.push({ mark, start, end });
    else next.set(mark, start);
  }
  return spans.reverse();
}
