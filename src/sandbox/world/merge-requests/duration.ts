const HOUR = 3600;
/**
 * Seconds of the units of time tracking (server-behavior.md#durations): a month has four weeks, a week five days, a day
 * eight hours.
 */
const UNITS = [
  ['mo', 4 * 5 * 8 * HOUR, /^mo(?:s|nths?)?$/i],
  ['w', 5 * 8 * HOUR, /^w(?:ks?|eeks?)?$/i],
  ['d', 8 * HOUR, /^d(?:y|ays?)?$/i],
  // A count without a unit means hours, as on the real service.
  ['h', HOUR, /^(?:h(?:rs?|ours?)?)?$/i],
  ['m', 60, /^m(?:ins?|inutes?)?$/i],
  ['s', 1, /^s(?:ecs?|econds?)?$/i],
] as const;

/** A count and what stands behind it, up to the next count. */
const PART = /(\d+(?:\.\d+)?)\s*([a-z]*)[\s,]*(?:and\s+)?/iy;

/** Reads `1mo 2w 3d 4h 30m`, `3h30m` or `3 hours`; undefined for what is no duration. A leading minus takes away. */
export function secondsOf(duration: string): number | undefined {
  const [, minus = '', text = ''] = /^\s*(-?)\s*(.*)$/s.exec(duration) ?? [];
  if (text === '' || text.length > 100) return undefined;
  let seconds = 0;
  for (PART.lastIndex = 0; PART.lastIndex < text.length;) {
    const [, count = '', name = ''] = PART.exec(text) ?? [];
    const size = UNITS.find(([, , names]) => names.test(name))?.[1];
    if (count === '' || size === undefined) return undefined;
    seconds += Number(count) * size;
  }
  const rounded = Math.round(seconds);
  if (!Number.isSafeInteger(rounded) || rounded > 2 ** 31 - 1) return undefined;
  return minus === '' ? rounded : -rounded;
}

/** `1w 2d 30m` of seconds; null for none. */
export function humanOf(seconds: number): string | null {
  const parts: string[] = [];
  let rest = Math.abs(seconds);
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? null : `${seconds < 0 ? '-' : ''}${parts.join(' ')}`;
}
