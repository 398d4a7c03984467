import { locale } from '../../base/localize';

/** Caches a format for the current language, because creating one is slow and there can be thousands of rows. */
function cached<F>(create: (language: string) => F): () => F {
  let known: { readonly language: string; readonly format: F } | undefined;
  return () => {
    const language = locale();
    if (known?.language !== language) known = { language, format: create(language) };
    return known.format;
  };
}

const numbers = cached((language) => new Intl.NumberFormat(language));
const percentages = cached((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** How the items of a list are joined: `a, b, and c`, `a, b, or c`, `a, b or c`, `a, b, c`. */
type ListKind = 'and' | 'or' | 'short or' | 'commas';

const LISTS: Readonly<Record<ListKind, () => Intl.ListFormat>> = {
  and: cached((language) => new Intl.ListFormat(language, { type: 'conjunction' })),
  or: cached((language) => new Intl.ListFormat(language, { type: 'disjunction' })),
  'short or': cached((language) => new Intl.ListFormat(language, { type: 'disjunction', style: 'narrow' })),
  commas: cached((language) => new Intl.ListFormat(language, { type: 'unit' })),
};

/** `1,234` */
export const numberText = (value: number): string => numbers().format(value);

/** Returns a share, for example 0.25, as a percentage without decimals. */
export const percentText = (share: number): string => percentages().format(share);

export const listText = (items: readonly string[], kind: ListKind = 'and'): string =>
  LISTS[kind]().format(items);
