import { parseUrl } from '../../base/parse-url';

/** Where a link may lead: a page or an address to write to. */
const OUTWARD = ['http:', 'https:', 'mailto:'];

/**
 * The address of a link in a text, made absolute by `from`; undefined where it leads to anything but a page or mail,
 * such as a script, a command of the editor or a file. User info is refused: it is there to deceive.
 */
export function outwardLink(address: string, from?: string): string | undefined {
  // The URL parser skips these silently, so that `java\nscript:` would be one.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(address)) return undefined;
  const url = parseUrl(address, from);
  if (url === undefined || !OUTWARD.includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
