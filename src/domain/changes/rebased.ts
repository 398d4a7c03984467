import type { StepBudget } from './budget';
import { lineMatches } from './line-matches';
import { mergedPieces } from './merge-pieces';

export interface RebasedText {
  readonly text: string;
  /**
   * Number of conflicts between the change and the new base. The text contains git's conflict markers for
   * each.
   */
  readonly conflicts: number;
  /** True if the texts were too large to be merged. `text` is then that of the old head. */
  readonly tooLarge: boolean;
}

/** Limits for all three texts together. */
const MAX_CHARACTERS = 12_000_000;
const MAX_LINES = 600_000;
/** Maximum number of steps of the comparison (`StepBudget`), which takes some tenths of a second. */
const MAX_STEPS = 15_000_000;

/**
 * Returns the file of an older version's head as if its branch started at the newer version's base: merges
 * the change `oldBase` → `oldHead` onto `newBase`, line by line including line ends, as git does in a rebase.
 * Comparing it with the newer head shows only the author's changes in between. `labels` are added to the
 * conflict markers.
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
  const budget: StepBudget = { left: MAX_STEPS };
  const [base, head, onto] = [linesOf(oldBase), linesOf(oldHead), linesOf(newBase)];
  if (base.length + head.length + onto.length > MAX_LINES) return unmoved;
  const [toOnto, toHead] = [lineMatches(base, onto, budget), lineMatches(base, head, budget)];
  if (toOnto === undefined || toHead === undefined) return unmoved;
  const pieces = mergedPieces(
    base,
    { lines: onto, matches: toOnto },
    { lines: head, matches: toHead },
    budget,
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

/** Splits a text into lines with their line ends. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
