/** A lone surrogate, which JSON can contain but URLs can't. */
const HALF = /(\p{Cs})/u;

/**
 * Percent-encodes any text as part of a URL. Encodes lone surrogates, which `encodeURIComponent` rejects, as
 * `%uD800`, which it never produces.
 */
export const encodeAny = (text: string): string =>
  text
    .split(HALF)
    .map((part, index) =>
      index % 2 === 0 ? encodeURIComponent(part) : `%u${part.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    .join('');

/** Replaces lone surrogates with U+FFFD, so that the text can be part of a URL. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

/**
 * Decodes a percent-encoded part of a URL. Returns undefined if the encoding is invalid, which includes the
 * lone surrogates that `encodeAny` encodes.
 */
export function decodeAny(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
