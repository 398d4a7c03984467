import { locale, t } from '../../base/localize';
import { ageText, dateText, type UnitDisplay, unitFormat } from './format';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Units, largest first, with their length. A unit is used from that age on. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/**
 * Maximum number of cached texts; a full cache is cleared. Many rows contain the same few texts, which are
 * slow to create.
 */
const MAX_TEXTS = 2_000;
const texts = new Map<string, string>();
function keptText(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= MAX_TEXTS) texts.clear();
  const text = make();
  texts.set(key, text);
  return text;
}

/**
 * `5 minutes ago`. Below a minute, and for future times because the server's clock may be ahead, `just now`.
 * Takes ISO 8601 text and Unix milliseconds; undefined without a time.
 */
export function ago(time: string | null | undefined, now: number): string | undefined {
  return fromNow(time, notBefore(time, now));
}

/** `5 min`, `3 days`, `now`: the same for rows, which are cut off at the end. */
export function shortAge(time: string | null | undefined, now: number): string | undefined {
  const span = spanOf(time, notBefore(time, now));
  if (span === undefined) return undefined;
  return span === 'now' ? t('now') : withoutPeriods(quantity(Math.abs(span.count), span.unit, 'short'));
}

/** The same as `ago`, but `in 5 minutes` for future times, or `in 5 min` for rows. */
export function fromNow(
  time: string | null | undefined,
  now: number,
  style: 'short' | 'long' = 'long',
): string | undefined {
  const span = spanOf(time, now);
  if (span === undefined) return undefined;
  if (span === 'now') return t('just now');
  const { count, unit } = span;
  return keptText(`${locale()} ${count} ${unit} ${style} ago`, () =>
    withoutPeriods(ageText(count, unit, style)),
  );
}

/** Returns the current time, or the time if it is later. */
const notBefore = (time: string | null | undefined, now: number): number =>
  Math.max(now, Date.parse(time ?? '') || now);

/** Returns the largest unit and its number, negative for the past; `now` below a minute. */
function spanOf(time: string | null | undefined, now: number) {
  if (time === null || time === undefined) return undefined;
  const passed = now - Date.parse(time);
  if (Number.isNaN(passed)) return undefined;
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(passed) >= ms) ?? [];
  if (unit === undefined || length === undefined) return 'now';
  return { count: -Math.trunc(passed / length), unit };
}

/** Rows contain no abbreviation periods: "in 5 min." becomes "in 5 min". */
const withoutPeriods = (text: string): string => text.replace(/(\p{L})\.(?= |$)/gu, '$1');

/** `3m 12s`, `1h 4m`, `0s`. Takes seconds; undefined if there are none. */
export function duration(
  seconds: number | null | undefined,
  style: 'narrow' | 'long' = 'narrow',
): string | undefined {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return undefined;
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor((whole % 3600) / 60), 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  const shown = first === -1 ? parts.slice(2) : parts.slice(first, first + 2);
  return shown
    .filter(([value], index) => value > 0 || index === 0)
    .map(([value, unit]) => quantity(value, unit, style))
    .join(' ');
}

/** `21 Nov 2026, 08:05:09`, for tooltips and notices. */
export function moment(time: string | null | undefined): string | undefined {
  if (time === null || time === undefined) return undefined;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return dateText(date, 'moment');
}

/** `21 Nov 2026, 08:05:09 (5 minutes ago)`, for pages and tooltips. */
export function momentWithAge(time: string | null | undefined, now: number): string | undefined {
  const at = moment(time);
  const age = ago(time, now);
  return at === undefined || age === undefined ? at : `${at} (${age})`;
}

/** `08:05` on the same day or within 12 hours, otherwise date and time. Takes Unix milliseconds. */
export function timeOfDay(time: number, now: number): string {
  const date = new Date(time);
  if (now - time < 12 * HOUR || date.toDateString() === new Date(now).toDateString())
    return dateText(date, 'time');
  return dateText(date, 'moment');
}

/** `21 Nov 2026` for a date without a time, such as `2026-11-21`; the same day in every time zone. */
export function day(date: string): string {
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return date;
  return dateText(at, 'UTC day');
}

/** Returns a number with its unit. In the long style, adds a space if the locale has none. */
function quantity(value: number, unit: string, style: UnitDisplay): string {
  return keptText(`${locale()} ${value} ${unit} ${style}`, () => {
    const parts = unitFormat(unit, style).formatToParts(value);
    const glued = style === 'long' && parts.every(({ type }) => type !== 'literal');
    return parts.map((part) => (glued && part.type === 'unit' ? ` ${part.value}` : part.value)).join('');
  });
}
