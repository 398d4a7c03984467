/**
 * Translates a user-visible text. The arguments replace `{0}`, `{1}`, and so on.
 * `{0, plural, one {# job} other {# jobs}}` depends on a count: `#` is the count, formatted for the user's
 * language, `=0` matches an exact count, and translations use the plural categories of their language (`few`,
 * `many`, …), as defined by `Intl.PluralRules`.
 */
export type Translate = (message: string, ...args: (string | number | boolean)[]) => string;

/** Returns the translation of a message, with its placeholders. */
export type TranslationProvider = (message: string) => string;

const PLURAL = /\{(\d+), plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\d+\})*\})+)\}/g;
const FORM = / (=\d+|[a-z]+) \{((?:[^{}]|\{\d+\})*)\}/g;
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

let translation: TranslationProvider = (message) => message;
let language = 'en';
/** Cached for the current language, because each row needs them. */
let formats: { readonly rules: Intl.PluralRules; readonly numbers: Intl.NumberFormat } | undefined;

/**
 * Sets the source of translations and the language. Without a call, texts are English. Removes direction
 * marks from translations, because texts contain values from servers, whose marks are escaped before they are
 * shown, and VS Code lays out all languages from left to right.
 */
export function bindLocalize(by: TranslationProvider = (message) => message, locale = 'en'): void {
  translation = (message) => by(message).replace(DIRECTION_MARKS, '');
  language = locale;
  formats = undefined;
}

/**
 * Translates all user-visible texts. The message must be a literal, so that it can be exported for
 * translators.
 */
export const t: Translate = (message, ...args) =>
  translation(message)
    .replace(PLURAL, (whole, index: string, forms: string) => {
      const count = args[Number(index)];
      return typeof count === 'number' ? plural(count, forms) : whole;
    })
    .replace(/\{(\d+)\}/g, (whole, index: string) => {
      const value = args[Number(index)];
      return value === undefined ? whole : String(value);
    });

/** Returns the language for dates, numbers, and lists, as a BCP 47 tag. */
export const locale = (): string => language;

function plural(count: number, forms: string): string {
  formats ??= { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
  const { rules, numbers } = formats;
  const texts = new Map([...forms.matchAll(FORM)].map(([, name, text]) => [name, text]));
  const text = texts.get(`=${count}`) ?? texts.get(rules.select(count)) ?? texts.get('other') ?? '';
  return text.replaceAll('#', numbers.format(count));
}
