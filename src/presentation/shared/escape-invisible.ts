/**
 * Escapes text from a server for display. It can't change how its line is read, end the line, or break the
 * API that gets it:
 * - bidirectional marks, and line and paragraph separators, are shown by their code points;
 * - other control characters, and lone surrogates, which URIs and messages can't contain, are shown as `�`.
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

/** The same for one line, such as a name or title: replaces line breaks and tabs with spaces. */
export const escapeInvisibleLine = (text: string): string => escapeInvisible(text.replace(/[\t\n\r]+/g, ' '));

/**
 * Escapes a name for the last segment of a URI, which tabs show. Replaces slashes, which would start a new
 * segment.
 */
export function escapeInvisibleSegment(name: string, longest = Infinity): string {
  const plain = escapeInvisibleLine(name).replaceAll('/', '∕');
  return plain.length > longest ? `${escapeInvisible(plain.slice(0, longest)).trimEnd()}…` : plain;
}
