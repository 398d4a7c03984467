import type { Steps } from '../../base/slices';

/**
 * Characters without a width that aren't format characters (Cf): variation selectors, the grapheme joiner, vowel
 * signs, fillers, and those without a meaning.
 */
const WIDTHLESS =
  '[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]|[\\u115f\\u1160\\u2028\\u2029\\u2800\\u3164\\uffa0]';
/** Format characters, without signs that have a glyph, such as the Arabic number sign. */
const FORMAT = '(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}])\\p{Cf}';
/** A flag of a region, such as that of Scotland, consists of a flag and tags. */
const REGION_FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{3,8}\\u{e007f}';

const NAMED = new RegExp(`${REGION_FLAG}|${FORMAT}|${WIDTHLESS}`, 'gu');
const UNSEEN = new RegExp(`[^\\P{Cc}\\t\\n\\r]|\\p{Cs}|${FORMAT}|${WIDTHLESS}`, 'u');

/** A zero-width space separates one of these characters from a parenthesis (`plainText`). */
const SEPARATED = /[$\]]$/;
/** Scripts whose letters have no different shapes with a joiner, unlike Arabic and Indic scripts. */
const OTHER_SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Common', 'Inherited'];
const JOINED = `(?!${OTHER_SCRIPTS.map((name) => `\\p{Script=${name}}`).join('|')})[\\p{L}\\p{M}]`;
const [AFTER_JOINED, BEFORE_JOINED] = [new RegExp(`${JOINED}$`, 'u'), new RegExp(`^${JOINED}`, 'u')];
const AFTER_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u;
const BEFORE_EMOJI = /^\p{Extended_Pictographic}/u;
/** Signs that can have a variant as an emoji or as text, and ideographs, which have variants. */
const AFTER_VARIABLE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Han}\p{Script=Mongolian}]$/u;
const AFTER_KEY = /[#*0-9]$/;
const BEFORE_KEYCAP = /^\u20e3/;

/** Returns whether an invisible character belongs to the visible characters before and after it. */
function isNeeded(character: string, before: string, after: string): boolean {
  switch (character) {
    case '\u200b':
      return SEPARATED.test(before) && after.startsWith('(');
    case '\u200c':
      return AFTER_JOINED.test(before) && BEFORE_JOINED.test(after);
    case '\u200d':
      return (
        (AFTER_JOINED.test(before) && BEFORE_JOINED.test(after)) ||
        (AFTER_EMOJI.test(before) && BEFORE_EMOJI.test(after))
      );
    case '\ufe0f':
      return AFTER_VARIABLE.test(before) || (AFTER_KEY.test(before) && BEFORE_KEYCAP.test(after));
    default:
      return (
        /^[\ufe00-\ufe0e\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]$/u.test(character) &&
        AFTER_VARIABLE.test(before)
      );
  }
}

/** Maximum length of the text that `isNeeded` uses on one side: an emoji with a variation selector. */
const NEIGHBORS = 3;

const nameOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/**
 * Escapes text from a server for display. It can't change how its line is read, end the line, look the same as
 * another text, or break the API that gets it:
 * - invisible characters, such as bidirectional marks, zero-width spaces, and line separators, are shown by
 *   their code points, unless a script or an emoji needs them;
 * - other control characters, and lone surrogates, which URIs and messages can't contain, are shown as `�`.
 */
export function escapeInvisible(text: string): string {
  if (!UNSEEN.test(text)) return text;
  return text
    .replace(NAMED, (match: string, offset: number) => {
      const [start, end] = [offset, offset + match.length];
      const before = text.slice(Math.max(0, start - NEIGHBORS), start);
      const isFlag = match.startsWith('\u{1f3f4}');
      const isKept = isFlag || isNeeded(match, before, text.slice(end, end + NEIGHBORS));
      return isKept ? match : nameOf(match);
    })
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '\ufffd');
}

/** Maximum length of a part of a text that is escaped at once. */
const MAX_PART = 5_000;
/** Maximum number of characters before the end of a part that are searched for a better end. */
const MAX_SEARCHED = 500;

/**
 * Splits a text into parts to be escaped one by one, because invisible characters take long. If possible, a part ends
 * before a space and next to visible characters, so that the result is the same.
 */
export function* partsToEscape(text: string): Generator<string, undefined, undefined> {
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start + MAX_PART);
    yield text.slice(start, end);
    start = end;
  }
  return undefined;
}

/** Returns the result of `escapeInvisible` in steps. */
export function* escapedSteps(text: string): Steps<string> {
  let escaped = '';
  for (const part of partsToEscape(text)) {
    escaped += escapeInvisible(part);
    yield;
  }
  return escaped;
}

function endOfPart(text: string, latest: number): number {
  if (latest >= text.length) return text.length;
  for (let at = latest; at > latest - MAX_SEARCHED; at--)
    if (/^\S\s/.test(text.slice(at - 1, at + 1)) && !UNSEEN.test(text.slice(at - NEIGHBORS, at + NEIGHBORS)))
      return at;
  const isInPair = (text.codePointAt(latest - 1) ?? 0) > 0xffff;
  return isInPair ? latest - 1 : latest;
}

/** Blanks other than the space, at the start or the end, or next to another one: they make names look the same. */
const UNSEEN_BLANK = /(?<=^|\s)(?! )\p{Zs}|(?! )\p{Zs}(?=\s|$)/gu;

/**
 * Escapes a single line, such as a name or title. Line breaks and tabs become spaces. Blanks other than the space are shown
 * by their code points unless they separate words.
 */
export const escapeInvisibleLine = (text: string): string =>
  escapeInvisible(text.replace(/[\t\n\r]+/g, ' ')).replace(UNSEEN_BLANK, nameOf);

/**
 * Escapes a name for the last segment of a URI, which tabs show. Replaces slashes, which would start a new
 * segment.
 */
export function escapeInvisibleSegment(name: string, longest = Infinity): string {
  const plain = escapeInvisibleLine(name).replaceAll('/', '∕');
  return plain.length > longest ? `${escapeInvisible(plain.slice(0, longest)).trimEnd()}…` : plain;
}
