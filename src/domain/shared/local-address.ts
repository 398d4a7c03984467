import { parseUrl } from '../../base/parse-url';

/**
 * IPv6 addresses that contain an IPv4 address in their last two groups, in the form that the URL parser
 * returns.
 */
const EMBEDDED = /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** `0.x.x.x` (this machine), loopback, and link-local addresses. */
const LOCAL_V4 = /^(?:0|127)(?:\.\d+){3}$|^169\.254(?:\.\d+){2}$/;

/** The unspecified address, loopback, the unassigned rest of that range, and link-local addresses. */
const LOCAL_V6 = /^\[::[\da-f]{0,4}\]$|^\[fe[89ab][\da-f]:/;

/**
 * Returns true if a host is this machine (loopback, unspecified) or link-local (169.254.0.0/16, fe80::/10).
 * Services there often trust everyone who can reach them. Accepts names and addresses in all forms that the
 * URL parser accepts: decimal, octal, and hexadecimal, IPv4 inside IPv6, and with a trailing dot. Doesn't
 * resolve names.
 */
export function isLocalAddress(host: string): boolean {
  // Resolvers return IPv6 addresses without brackets; link-local ones contain the name of an interface.
  const address = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const text = `http://${address.includes(':') ? `[${address}]` : address}/`;
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
