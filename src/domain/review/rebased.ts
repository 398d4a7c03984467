import type { Effort } from './budget';
import { lineMatches } from './line-matches';
import { mergedPieces } from './merge-pieces';

export interface RebasedText {
  readonly text: string;
  /** Places where the change and what the base became touch each other; each is marked in the text as git does. */
  readonly conflicts: number;
  /** It was too large to be moved: the text is that of the old head itself. */
  readonly tooLarge: boolean;
}

/** Of all three texts: above them nothing is tried. */
const MAX_CHARACTERS = 12_000_000;
const MAX_LINES = 600_000;
/** Steps of the comparison (`Effort`): some tenths of a second. */
const MAX_STEPS = 15_000_000;

/**
 * The file at the head of an older version as it would be had its branch begun where the newer one's begins: the change
 * `oldBase` → `oldHead` merged onto `newBase`, line by line with their line ends, as git merges in a rebase. Compared
 * with the newer head, it shows only what the author changed in between. `labels` stand behind the markers of a
 * conflict.
 */
export function rebasedText(
  texts: { readonly oldBase: string; readonly oldHead: string; readonly newBase: string },
  labels?: { readonly base: string; readonly change: string },
): RebasedText {
  const { oldBase, oldHead, newBase } = texts;
  const plain = (text: string): RebasedText => ({ text, conflicts: 0, tooLarge: false });
  if (oldBase === newBase || newBase === oldHead) return plain(oldHead);
  if (oldBase === oldHead) return plain(newBase);
  const unmoved: RebasedText = { text: oldHead, conflicts: 0, tooLarge: true };
  if (oldBase.length + oldHead.length + newBase.length > MAX_CHARACTERS) return unmoved;
  const effort: Effort = { left: MAX_STEPS };
  const [base, head, onto] = [linesOf(oldBase), linesOf(oldHead), linesOf(newBase)];
  if (base.length + head.length + onto.length > MAX_LINES) return unmoved;
  const [toOnto, toHead] = [lineMatches(base, onto, effort), lineMatches(base, head, effort)];
  if (toOnto === undefined || toHead === undefined) return unmoved;
  const pieces = mergedPieces(
    base,
    { lines: onto, matches: toOnto },
    { lines: head, matches: toHead },
    effort,
  );
  if (pieces === undefined) return unmoved;
  const end = onto[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
  const mark = (sign: string, label = ''): string =>
    `${sign.repeat(7)}${label === '' ? '' : ` ${label}`}${end}`;
  const closed = (lines: readonly string[]): string => {
    const text = lines.join('');
    return text === '' || text.endsWith('\n') ? text : `${text}${end}`;
  };
  const text = pieces.map((piece) =>
    piece.kind !== 'conflict'
      ? piece.lines.join('')
      : [
          mark('<', labels?.base),
          closed(piece.onto),
          mark('='),
          closed(piece.head),
          mark('>', labels?.change),
        ].join(''),
  );
  return {
    text: text.join(''),
    conflicts: pieces.filter(({ kind }) => kind === 'conflict').length,
    tooLarge: false,
  };
}

/** Each with its line end. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
