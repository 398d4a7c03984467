import { readDsn } from './dsn';

/** The position of a client key in a text: offsets in UTF-16 units, of the whole DSN if it is part of one. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

/** A hard-coded client key in a text, and what is known about it. */
export interface HardCodedKeyInText<T> extends KeySpan {
  /** The known key; undefined if it only looks like a key of a known server. */
  readonly known: T | undefined;
  /** Host and port of its DSN; undefined if the key isn't part of a DSN. */
  readonly host: string | undefined;
}

/** Keys to search for, without the keys themselves: `print` converts a word to the stored fingerprint. */
export interface KeyFingerprints<T> {
  readonly print: (word: string) => string;
  readonly known: ReadonlyMap<string, T>;
  /** Lengths of the known keys: other words don't need fingerprints. */
  readonly lengths: ReadonlySet<number>;
  /** Hosts and ports of servers whose DSNs are found even if the key isn't known. */
  readonly hosts: ReadonlySet<string>;
}

const DSN = /\bhttps?:\/\/[\w~%-]+(?::[\w~%-]*)?@(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:\/[\w.~%-]+)+/gi;
const WORD = /[A-Za-z0-9_-]{12,}/g;
/** The format of keys from SDKs and servers, which URLs of git clones with a user name don't match. */
const KEY_LIKE = /^(?:glet_)?[A-Za-z0-9]{16,}$/;

/** Finds keys in a text, in order; each key once, as its DSN if it is part of one. */
export function findHardCoded<T>(text: string, prints: KeyFingerprints<T>): readonly HardCodedKeyInText<T>[] {
  const found: HardCodedKeyInText<T>[] = [];
  for (const { 0: match, index: start } of text.matchAll(DSN)) {
    const dsn = readDsn(match);
    if (dsn === undefined) continue;
    const known = knownAs(dsn.key, prints);
    const { host } = new URL(dsn.address);
    const isLike = prints.hosts.has(host) && /^\d+$/.test(dsn.project) && KEY_LIKE.test(dsn.key);
    if (known !== undefined || isLike) found.push({ start, end: start + match.length, known, host });
  }
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    if (found.some((each) => each.start <= start && start < each.end)) continue;
    const known = knownAs(word, prints);
    if (known !== undefined) found.push({ start, end: start + word.length, known, host: undefined });
  }
  return found.sort((a, b) => a.start - b.start);
}

function knownAs<T>(word: string, { print, known, lengths }: KeyFingerprints<T>): T | undefined {
  return lengths.has(word.length) ? known.get(print(word)) : undefined;
}
