/**
 * Durations for time tracking, such as `3h30m` (server-behavior.md#durations). A month has four weeks, a week
 * five days, and a day eight hours.
 */
const HOUR = 3_600;
const UNITS = [
  ['mo', 4 * 5 * 8 * HOUR],
  ['w', 5 * 8 * HOUR],
  ['d', 8 * HOUR],
  ['h', HOUR],
  ['m', 60],
  ['s', 1],
] as const;
const SECONDS: ReadonlyMap<string, number> = new Map<string, number>(UNITS);

/** Maximum value that servers store. */
const MAX_SECONDS = 2 ** 31 - 1;
const MAX_TEXT_LENGTH = 100;

const PIECE = /(\d+(?:\.\d+)?)\s*(mo|w|d|h|m|s)\s*/gi;
/** A sequence of numbers with units, with or without whitespace. */
const WHOLE = /^(-?)\s*((?:\d+(?:\.\d+)?\s*(?:mo|w|d|h|m|s)\s*)+)$/i;

export type DurationProblem = 'empty' | 'no-unit' | 'form' | 'repeated' | 'zero' | 'negative' | 'too-long';

export type ReadDuration =
  | { readonly ok: true; readonly seconds: number }
  | { readonly ok: false; readonly problem: DurationProblem };

const wrong = (problem: DurationProblem): ReadDuration => ({ ok: false, problem });

/** Parses user input. Only time spent can be negative, to subtract time. */
export function readDuration(typed: string, allowed: 'positive' | 'signed'): ReadDuration {
  const text = typed.trim();
  if (text === '') return wrong('empty');
  if (/^-?[\d.]+$/.test(text)) return wrong('no-unit');
  const [, sign = '', pieces] = text.length > MAX_TEXT_LENGTH ? [] : (WHOLE.exec(text) ?? []);
  if (pieces === undefined) return wrong('form');
  const units = new Set<string>();
  let seconds = 0;
  for (const [, count = '', unit = ''] of pieces.matchAll(PIECE)) {
    const name = unit.toLowerCase();
    // `1h 1h` is more likely a typo than two hours, and servers interpret it differently.
    if (units.size === units.add(name).size) return wrong('repeated');
    seconds += Number(count) * (SECONDS.get(name) ?? 0);
  }
  seconds = Math.round(seconds);
  if (seconds === 0) return wrong('zero');
  if (seconds > MAX_SECONDS) return wrong('too-long');
  if (sign === '-' && allowed === 'positive') return wrong('negative');
  return { ok: true, seconds: sign === '-' ? -seconds : seconds };
}

/**
 * Formats seconds as `1h 25m` for an input field: hours and minutes only, rounded to the minute, at least one
 * minute.
 */
export function typedDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const text = [hours > 0 ? `${hours}h` : '', rest > 0 ? `${rest}m` : '']
    .filter((part) => part !== '')
    .join(' ');
  return seconds < 0 ? `-${text}` : text;
}

/**
 * Formats seconds exactly, with all units that servers support: `1w 2d 30m`. Returns an empty string for 0.
 */
export function exactDuration(seconds: number): string {
  let rest = Math.abs(Math.round(seconds));
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return `${seconds < 0 && parts.length > 0 ? '-' : ''}${parts.join(' ')}`;
}
