/** Text for a person: `{0}`, `{1}`, … are replaced by the arguments. */
export type Translate = (message: string, ...args: (string | number | boolean)[]) => string;

const inEnglish: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => {
    const value = args[Number(index)];
    return value === undefined ? whole : String(value);
  });

let translate: Translate = inEnglish;
let language = 'en';

/** Binds the port to the editor's translator and language; without it, texts are English. */
export function bindLocalize(by: Translate = inEnglish, locale = 'en'): void {
  translate = by;
  language = locale;
}

/** Every string that a person reads passes through here. */
export const t: Translate = (message, ...args) => translate(message, ...args);

/** The language of dates, numbers and lists, as a BCP 47 tag. */
export const locale = (): string => language;
