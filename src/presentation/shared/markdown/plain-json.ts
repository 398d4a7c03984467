/**
 * Returns JSON without characters that change how the text around them is read: bidirectional marks, line and
 * paragraph separators, and lone surrogates are escaped. Parsing it gives the same value.
 */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
