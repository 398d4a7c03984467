/**
 * Text for a person. `{0}`, `{1}`, … are replaced by the arguments. `{0, plural, one {# job} other {# jobs}}` depends on
 * a count: `#` is the count in the person's language, `=0` and the like stand for exact counts, and translations have the
 * categories of their language (`few`, `many`, …) as `Intl.PluralRules` names them.
 */
export type Translate = (message: string, ...args: (string | number | boolean)[]) => string;

/** Returns the translation of a message, with its placeholders. */
export type LookUpTranslation = (message: string) => string;

const PLURAL = /\{(\d+), plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\d+\})*\})+)\}/g;
const FORM = / (=\d+|[a-z]+) \{((?:[^{}]|\{\d+\})*)\}/g;
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

let translation: LookUpTranslation = (message) => message;
let language = 'en';
/** Built once for a language: rows use them by the thousand. */
let formats: { readonly rules: Intl.PluralRules; readonly numbers: Intl.NumberFormat } | undefined;

/**
 * Sets the source of translations and the language; without it, texts are English. Direction marks in translations are
 * removed: texts contain values from servers, whose marks are escaped before they are shown, and VS Code lays out all
 * languages from left to right.
 */
export function bindLocalize(by: LookUpTranslation = (message) => message, locale = 'en'): void {
  translation = (message) => by(message).replace(DIRECTION_MARKS, '');
  language = locale;
  formats = undefined;
}

/** Every string that a person reads passes through here. The message must be a literal, so that translators find it. */
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

/** The language of dates, numbers and lists, as a BCP 47 tag. */
export const locale = (): string => language;

function plural(count: number, forms: string): string {
  formats ??= { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
  const { rules, numbers } = formats;
  const texts = new Map([...forms.matchAll(FORM)].map(([, name, text]) => [name, text]));
  const text = texts.get(`=${count}`) ?? texts.get(rules.select(count)) ?? texts.get('other') ?? '';
  return text.replaceAll('#', numbers.format(count));
}
