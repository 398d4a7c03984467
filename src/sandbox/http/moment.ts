/** ISO 8601, in the extended format or the basic one: a date, a time of day, its fraction and the zone. */
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The moment that a client names, in milliseconds; not a number where it is none. Without a zone it is universal time,
 * as on the real service, wherever the sandbox runs.
 */
export function momentOf(text: string): number {
  const found = ISO.exec(text.trim());
  if (found === null) return Date.parse(text);
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offsetOf(zone)}`);
}

/** `+01`, `+0100` and `+01:00` are the same. */
function offsetOf(zone: string): string {
  if (/^[a-z]/i.test(zone)) return 'Z';
  const digits = zone.replace(':', '').padEnd(5, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}
