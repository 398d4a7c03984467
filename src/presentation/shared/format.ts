import { locale } from '../../base/localize';

/** Formats by language and kind. Cached, because creating one is slow and there can be thousands of rows. */
class Formats<F> {
  readonly #known = new Map<string, F>();

  get(kind: string, create: (language: string) => F): F {
    const language = locale();
    const key = `${language} ${kind}`;
    const format = this.#known.get(key) ?? create(language);
    this.#known.set(key, format);
    return format;
  }
}

const numbers = new Formats<Intl.NumberFormat>();

/** `1,234` */
export const numberText = (value: number): string =>
  numbers.get('plain', (language) => new Intl.NumberFormat(language)).format(value);

/** Returns a share, for example 0.25, as a percentage with at most the given number of decimals. */
export const percentText = (share: number, maximumFractionDigits = 0): string =>
  numbers
    .get(
      `percent ${maximumFractionDigits}`,
      (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits }),
    )
    .format(share);

export type UnitDisplay = 'narrow' | 'short' | 'long';

const DIGITS = {
  any: {},
  'at most one': { maximumFractionDigits: 1 },
  one: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>;

/** Returns the format of a number with a unit, such as `minute` or `megabyte`. `digits`: decimals. */
export const unitFormat = (
  unit: string,
  unitDisplay: UnitDisplay,
  digits: keyof typeof DIGITS = 'any',
): Intl.NumberFormat =>
  numbers.get(
    `${unit} ${unitDisplay} ${digits}`,
    (language) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, ...DIGITS[digits] }),
  );

/** How the items of a list are joined: `a, b, and c`, `a, b, or c`, `a, b or c`, `a, b, c`. */
const LISTS = {
  and: { type: 'conjunction' },
  or: { type: 'disjunction' },
  'short or': { type: 'disjunction', style: 'narrow' },
  commas: { type: 'unit' },
} as const satisfies Readonly<Record<string, Intl.ListFormatOptions>>;
const lists = new Formats<Intl.ListFormat>();

export const listText = (items: readonly string[], kind: keyof typeof LISTS = 'and'): string =>
  lists.get(kind, (language) => new Intl.ListFormat(language, LISTS[kind])).format(items);

const MINUTES = { hour: '2-digit', minute: '2-digit' } as const;
const DATES = {
  /** `21 Nov 2026, 08:05:09` */
  moment: { dateStyle: 'medium', timeStyle: 'medium' },
  /** `21 Nov, 08:05` */
  'short moment': { month: 'short', day: 'numeric', ...MINUTES },
  'short moment with year': { year: 'numeric', month: 'short', day: 'numeric', ...MINUTES },
  /** `21 Nov 2026` */
  day: { dateStyle: 'medium' },
  /** For dates without a time. They aren't converted to the user's time zone. */
  'UTC day': { dateStyle: 'medium', timeZone: 'UTC' },
  /** `8:05` */
  time: { timeStyle: 'short' },
  /** `08:05` */
  minutes: MINUTES,
  /** `08:05:09`, also in languages with a clock of 12 hours. */
  seconds: { ...MINUTES, second: '2-digit', hourCycle: 'h23' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
export type DateKind = keyof typeof DATES;
const dates = new Formats<Intl.DateTimeFormat>();

/** Takes a valid date, or Unix milliseconds. */
export const dateText = (date: Date | number, kind: DateKind): string =>
  dates.get(kind, (language) => new Intl.DateTimeFormat(language, DATES[kind])).format(date);

const ages = new Formats<Intl.RelativeTimeFormat>();

/** `5 minutes ago`, `in 3 days`. Negative counts are in the past. */
export const ageText = (count: number, unit: Intl.RelativeTimeFormatUnit, style: 'short' | 'long'): string =>
  ages.get(style, (language) => new Intl.RelativeTimeFormat(language, { style })).format(count, unit);
