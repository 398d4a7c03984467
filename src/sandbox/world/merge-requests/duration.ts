/** Seconds of the units of time tracking (doc 2 §4): a month has four weeks, a week five days, a day eight hours. */
const HOUR = 3600;
const UNITS = [
  ['mo', 4 * 5 * 8 * HOUR],
  ['w', 5 * 8 * HOUR],
  ['d', 8 * HOUR],
  ['h', HOUR],
  ['m', 60],
  ['s', 1],
] as const;

const SECONDS: ReadonlyMap<string, number> = new Map<string, number>(UNITS);
const ONE = /(\d+(?:\.\d+)?)\s*(mo|w|d|h|m|s)/gi;
const WHOLE = /^\s*-?\s*(?:\d+(?:\.\d+)?\s*(?:mo|w|d|h|m|s)\s*)+$/i;

/** Reads `1mo 2w 3d 4h 30m` or `3h30m`; undefined for what is no duration. A leading minus takes away. */
export function secondsOf(duration: string): number | undefined {
  if (duration.length > 100 || !WHOLE.test(duration)) return undefined;
  let seconds = 0;
  for (const [, count = '', unit = ''] of duration.matchAll(ONE)) {
    seconds += Number(count) * (SECONDS.get(unit.toLowerCase()) ?? 0);
  }
  const rounded = Math.round(seconds);
  if (!Number.isSafeInteger(rounded) || rounded > 2 ** 31 - 1) return undefined;
  return duration.trimStart().startsWith('-') ? -rounded : rounded;
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
