import { locale, t } from '../../base/localize';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest unit first: how long it is, and from which age on it is used. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** Formats are dear to make, and a row needs several of them: each is made once. */
function kept<F>(make: (name: string) => F): (name: string) => F {
  const known = new Map<string, F>();
  return (name) => {
    const format = known.get(name) ?? make(name);
    known.set(name, format);
    return format;
  };
}

/** The same few texts stand in many rows, and making one is dear. Who keeps too many starts over. */
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

const relative = kept((name) => new Intl.RelativeTimeFormat(name, { style: 'short', numeric: 'always' }));
const dates = kept((name) => new Intl.DateTimeFormat(name, { dateStyle: 'medium', timeStyle: 'medium' }));
const clocks = kept((name) => new Intl.DateTimeFormat(name, { timeStyle: 'short' }));
const days = kept((name) => new Intl.DateTimeFormat(name, { dateStyle: 'medium', timeZone: 'UTC' }));
const units = kept((name) => {
  const [language, unit, style] = name.split(' ');
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: unit ?? 'second',
    unitDisplay: style === 'long' ? 'long' : 'narrow',
  });
});

/**
 * `5 min ago`; below a minute `just now`, and also where the clock of the server goes ahead of ours. Takes ISO 8601
 * text and Unix milliseconds; undefined for no time.
 */
export function ago(time: string | null | undefined, now: number): string | undefined {
  return fromNow(time, Math.max(now, Date.parse(time ?? '') || now));
}

/** The same for what may be still to come: `in 5 min`. */
export function fromNow(time: string | null | undefined, now: number): string | undefined {
  if (time === null || time === undefined) return undefined;
  const passed = now - Date.parse(time);
  if (Number.isNaN(passed)) return undefined;
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(passed) >= ms) ?? [];
  if (unit === undefined || length === undefined) return t('just now');
  const count = -Math.trunc(passed / length);
  // Rows have no full stops inside: "5 min. ago" is written "5 min ago".
  return keptText(`${locale()} ${count} ${unit} ago`, () =>
    relative(locale())
      .format(count, unit)
      .replace(/(\p{L})\.(?= |$)/gu, '$1'),
  );
}

/** `3m 12s`, `1h 4m`, `0s`. Takes seconds; undefined for none. */
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
  return dates(locale()).format(date);
}

/** `21 Nov 2026, 08:05:09 (5 min ago)`, for pages. */
export function momentWithAge(time: string | null | undefined, now: number): string | undefined {
  const at = moment(time);
  const age = ago(time, now);
  return at === undefined || age === undefined ? at : `${at} (${age})`;
}

/** `08:05` of the same day, else the whole moment. Takes Unix milliseconds. */
export function timeOfDay(time: number, now: number): string {
  const date = new Date(time);
  if (now - time < 12 * HOUR || date.toDateString() === new Date(now).toDateString())
    return clocks(locale()).format(date);
  return dates(locale()).format(date);
}

/** `1.4 MB`. Takes bytes. */
export function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  // 999.95 of a unit would be rounded up to a thousand: that is one of the next unit.
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1) / 0.99995) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    // The short form of a byte has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

/** `21 Nov 2026` of a date without a time, such as `2026-11-21`: the same day wherever it is read. */
export function day(date: string): string {
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return date;
  return days(locale()).format(at);
}

/** A number with its unit: glued if the language writes the narrow style so, else with a blank between the two. */
function quantity(value: number, unit: string, style: 'narrow' | 'long'): string {
  return keptText(`${locale()} ${value} ${unit} ${style}`, () => {
    const parts = units(`${locale()} ${unit} ${style}`).formatToParts(value);
    const glued = style === 'long' && parts.every(({ type }) => type !== 'literal');
    return parts.map((part) => (glued && part.type === 'unit' ? ` ${part.value}` : part.value)).join('');
  });
}
