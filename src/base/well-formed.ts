/** Half of a surrogate pair, which JSON may hold and no address can. */
const HALF = /(\p{Cs})/u;

/** Encodes any text as a part of an address: what `encodeURIComponent` refuses becomes `%uD800`, which it never makes. */
export const encodeAny = (text: string): string =>
  text
    .split(HALF)
    .map((part, index) =>
      index % 2 === 0 ? encodeURIComponent(part) : `%u${part.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    .join('');

/** The text with `�` for each half of a character: addresses can hold it. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

/** Reads such a part back; undefined for what nothing of ours has written. */
export function decodeAny(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
