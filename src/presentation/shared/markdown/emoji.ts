// The names and characters of GitHub's gemoji, which the service uses too.
import EMOJI from 'markdown-it-emoji/lib/data/full.mjs';

/** A name between colons. As on the service, it can't be inside a word. */
const SHORTCODE = /(?<![\p{L}\p{N}:]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}:])/gu;

/** Returns the emoji with a name; undefined if there is none. */
const emojiNamed = (name: string): string | undefined =>
  Object.hasOwn(EMOJI, name) ? EMOJI[name] : undefined;

/** Replaces names between colons, such as `:rocket:`, with emoji. Unknown names stay text. */
export const withEmoji = (text: string): string =>
  text.includes(':') ? text.replace(SHORTCODE, (whole, name: string) => emojiNamed(name) ?? whole) : text;
