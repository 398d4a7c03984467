import { parseUrl } from '../../base/parse-url';

/** Allowed targets of links: web pages and mail. */
const OUTWARD = ['http:', 'https:', 'mailto:'];

/**
 * Returns the URL of a link in a text, resolved relative to `from`; undefined if it isn't a web page or mail,
 * for example a script, a VS Code command, or a file. URLs with user info are rejected, because they can be
 * deceptive.
 */
export function outwardLink(address: string, from?: string): string | undefined {
  // The URL parser ignores these characters, so `java\nscript:` would be a script.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(address)) return undefined;
  const url = parseUrl(address, from);
  if (url === undefined || !OUTWARD.includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
