const HOUR = 3600;
/**
 * Units of time tracking with their size in seconds (server-behavior.md#durations). A month has four weeks, a
 * week five days, and a day eight hours.
 */
const UNITS = [
  ['mo', 4 * 5 * 8 * HOUR, /^mo(?:s|nths?)?$/i],
  ['w', 5 * 8 * HOUR, /^w(?:ks?|eeks?)?$/i],
  ['d', 8 * HOUR, /^d(?:y|ays?)?$/i],
  // A number without a unit means hours, as on the real service.
  ['h', HOUR, /^(?:h(?:rs?|ours?)?)?$/i],
  ['m', 60, /^m(?:ins?|inutes?)?$/i],
  ['s', 1, /^s(?:ecs?|econds?)?$/i],
] as const;

/** A number with its unit, up to the next number. */
const PART = /(\d+(?:\.\d+)?)\s*([a-z]*)[\s,]*(?:and\s+)?/iy;

/**
 * Parses `1mo 2w 3d 4h 30m`, `3h30m`, or `3 hours`; returns undefined for an invalid duration. A leading
 * minus makes it negative.
 */
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

/** Formats seconds as `1w 2d 30m`; returns null for 0. */
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
