/** Limit of real servers; not specified by the API documentation. */
export const MAX_TITLE_LENGTH = 255;

/** In characters (server-behavior.md#description-limit). */
export const MAX_DESCRIPTION_LENGTH = 1_048_576;

/** In characters: the same as that of descriptions. */
export const MAX_COMMENT_LENGTH = 1_048_576;

/** Counts characters like real servers: a surrogate pair is one character. */
export const lengthOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
