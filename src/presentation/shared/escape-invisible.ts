/**
 * Makes a text of a server fit for a place where a person reads it. Nothing in it may make its line read as something
 * else, end the line, or break what the text is handed to:
 * - marks that turn the direction of what is around them, and line and paragraph separators, are shown by their names;
 * - other control characters, and halves of characters, which no address and no message can hold, are shown as `�`.
 */
export function escapeInvisible(text: string): string {
  if (!UNSEEN.test(text)) return text;
  return text
    .replace(
      /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
      (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '\ufffd');
}
const UNSEEN = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** The same for one line, such as a name or a title: line ends and tabs are blanks. */
export const escapeInvisibleLine = (text: string): string => escapeInvisible(text.replace(/[\t\n\r]+/g, ' '));

/** A name as the last part of an address, which tabs show: a slash would make a folder of what is before it. */
export function escapeInvisibleSegment(name: string, longest = Infinity): string {
  const plain = escapeInvisibleLine(name).replaceAll('/', '∕');
  return plain.length > longest ? `${escapeInvisible(plain.slice(0, longest)).trimEnd()}…` : plain;
}
