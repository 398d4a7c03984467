/**
 * ISO 8601 in the extended or basic format: a date, and optionally a time with a fraction and a time zone.
 */
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Parses a date, in Unix milliseconds; NaN if it is invalid. Without a time zone, UTC is used, as on the real
 * service, regardless of the sandbox's time zone.
 */
export function momentOf(text: string): number {
  const found = ISO.exec(text.trim());
  if (found === null) return Date.parse(text);
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offsetOf(zone)}`);
}

/** Normalizes `+01`, `+0100`, and `+01:00`. */
function offsetOf(zone: string): string {
  if (/^[a-z]/i.test(zone)) return 'Z';
  const digits = zone.replace(':', '').padEnd(5, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}
