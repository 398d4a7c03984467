/** East Asian characters and emoji, which are as wide as two Latin letters. */
const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u;
const NARROW = /^[ijlftrI\s'’".,:;!|/()[\]{}-]$/;
const BROAD = /^[mwMW@%…]$/;
const CAPITAL = /^\p{Lu}$/u;

/** Widths in proportional fonts, relative to a lower-case letter such as `n`; the first match applies. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [WIDE, 2],
  [NARROW, 0.6],
  [BROAD, 1.4],
  [CAPITAL, 1.15],
];

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const widthOf = (letter: string): number => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1;
const widthOfAll = (letters: readonly string[]): number =>
  letters.reduce((sum, letter) => sum + widthOf(letter), 0);

/** Maximum number of characters to process; no row shows more. */
const MAX_READ = 500;
const lettersOf = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Returns the estimated width of a text in lower-case letters. */
export const titleWidth = (text: string): number => widthOfAll(lettersOf(text.slice(0, MAX_READ)));

/** Returns a title for a row, which VS Code cuts off at its end. Only titles that no row can show are cut. */
export const rowTitle = (title: string): string => shortTitle(title, MAX_READ);

/** Returns the first letters that fit in the width. */
function fitting(letters: readonly string[], width: number): readonly string[] {
  let sum = 0;
  const end = letters.findIndex((letter) => (sum += widthOf(letter)) > width);
  return end === -1 ? letters : letters.slice(0, end);
}

/** Minimum share of the width that a title cut off after a word must use; otherwise, the word is cut. */
const MIN_USE = 0.6;

/** Returns the beginning of a title, cut off after a word if possible. */
export function shortTitle(title: string, width: number): string {
  const letters = lettersOf(title.slice(0, MAX_READ));
  if (title.length <= MAX_READ && widthOfAll(letters) <= width) return title;
  const room = width - widthOf('…');
  const shown = fitting(letters, room);
  const start = shown.join('');
  const isWholeWord = /^\s$/.test(letters[shown.length] ?? '');
  const untilWord = isWholeWord ? start : start.slice(0, Math.max(0, start.search(/\s\S*$/)));
  const cut = titleWidth(untilWord) >= room * MIN_USE ? untilWord : start;
  return `${cut.replace(/[\s,:;(–-]+$/u, '')}…`;
}
