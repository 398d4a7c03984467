/** Not stated by the API: as real servers limit titles. */
export const MAX_TITLE_LENGTH = 255;

/** In characters (server-behavior.md#description-limit). */
export const MAX_DESCRIPTION_LENGTH = 1_048_576;

/** Characters as real servers count them: a pair of surrogates is one. */
export const lengthOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
