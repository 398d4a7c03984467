/**
 * Characters that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069) are shown by their names, so
 * that no text of a server makes its line read as something else. Other control characters are nothing to see.
 */
export function visible(text: string): string {
  if (!UNSEEN.test(text)) return text;
  return text
    .replace(
      /[\u202a-\u202e\u2066-\u2069]/g,
      (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase()}⟩`,
    )
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
}
const UNSEEN = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;
