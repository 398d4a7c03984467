/** Letters of East Asian scripts and emoji, which are as wide as two Latin letters. */
const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const widthOf = (letter: string): number => (WIDE.test(letter) ? 2 : 1);
const widthOfAll = (letters: readonly string[]): number =>
  letters.reduce((sum, letter) => sum + widthOf(letter), 0);

/** Long texts are read as far as a row could ever show them. */
const MAX_READ = 500;
const lettersOf = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** So many of the letters that they are at most as wide. */
function fitting(letters: readonly string[], width: number): readonly string[] {
  let sum = 0;
  const end = letters.findIndex((letter) => (sum += widthOf(letter)) > width);
  return end === -1 ? letters : letters.slice(0, end);
}

/**
 * The beginning of a title. Views cut the end of a row, which holds what changes, such as the age; a shorter label
 * leaves room for it.
 */
export function shortTitle(title: string, width: number): string {
  const letters = lettersOf(title.slice(0, MAX_READ));
  if (title.length <= MAX_READ && widthOfAll(letters) <= width) return title;
  return `${fitting(letters, width - 1)
    .join('')
    .trimEnd()}…`;
}

/** The beginning and the end of a title: titles that begin with the same words can be told apart by the end. */
export function shortMiddle(title: string, width: number): string {
  const letters = lettersOf(title.slice(-MAX_READ));
  if (title.length <= MAX_READ && widthOfAll(letters) <= width) return title;
  const half = Math.floor((width - 1) / 2);
  const start = fitting(lettersOf(title.slice(0, MAX_READ)), width - 1 - half).join('');
  const end = [...fitting([...letters].reverse(), half)].reverse().join('');
  return `${start.trimEnd()}…${end.trimStart()}`;
}
