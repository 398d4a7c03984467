import { parseUrl } from '../../base/parse-url';

/** IPv6 forms that carry an IPv4 address in their last two groups, as the URL parser writes them. */
const EMBEDDED = /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** `0.x.x.x`, which is this machine too, loopback, and addresses of the local link. */
const LOCAL_V4 = /^(?:0|127)(?:\.\d+){3}$|^169\.254(?:\.\d+){2}$/;

/** The unspecified address, loopback (and others of that range, which are nobody's), and addresses of the local link. */
const LOCAL_V6 = /^\[::[\da-f]{0,4}\]$|^\[fe[89ab][\da-f]:/;

/**
 * Whether a host is this machine (loopback, unspecified) or lies on its network link (169.254.0.0/16, fe80::/10), where
 * services that trust whoever reaches them answer. Takes names and addresses in all forms that the URL parser takes:
 * decimal, octal and hexadecimal, IPv4 inside of IPv6, with a dot at the end. Does not resolve names.
 */
export function isLocalAddress(host: string): boolean {
  // A resolver gives IPv6 addresses without brackets, those of a link with the name of an interface.
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const text = `http://${bare.includes(':') ? `[${bare}]` : bare}/`;
  const name = parseUrl(text)?.hostname.replace(/\.$/, '');
  if (name === undefined) return false;
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const [, high, low] = EMBEDDED.exec(name) ?? [];
  if (high !== undefined && low !== undefined && LOCAL_V4.test(dotted(high, low))) return true;
  return LOCAL_V4.test(name) || LOCAL_V6.test(name);
}

function dotted(...groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 0xff])
    .join('.');
}
