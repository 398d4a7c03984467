import { parseUrl } from './parse-url';

/**
 * Rejects URLs whose authority ends elsewhere in browsers than according to RFC 3986: browsers treat a
 * backslash as a slash.
 */
const WEB_ADDRESS = /^https?:\/\/(?:[^/?#@\\\s\p{Cc}]*@)?[^/?#@\\\s\p{Cc}]+(?:[/?#][^\p{Cc}]*)?$/iu;

/**
 * Returns an HTTP(S) URL that can be opened, unchanged; undefined for other texts. Parsers that follow the
 * rules of browsers and those that follow RFC 3986 (such as VS Code's) accept it and get the same host.
 */
export function webAddress(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  return WEB_ADDRESS.test(text) && parseUrl(text) !== undefined ? text : undefined;
}
