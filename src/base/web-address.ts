import { parseUrl } from './parse-url';

/** An authority that browsers end where RFC 3986 does: to browsers, a backslash is a slash. */
const WEB_ADDRESS = /^https?:\/\/(?:[^/?#@\\\s\p{Cc}]*@)?[^/?#@\\\s\p{Cc}]+(?:[/?#][^\p{Cc}]*)?$/iu;

/**
 * An address of the web that may be opened; undefined for anything else. Who parses addresses by the rules of browsers
 * and who parses them by those of RFC 3986 (as the editor does) get the same host from it, and neither refuses it.
 */
export function webAddress(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  return WEB_ADDRESS.test(text) && parseUrl(text) !== undefined ? text : undefined;
}
