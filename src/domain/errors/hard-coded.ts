import { readDsn } from './dsn';

/** Where a client key stands in a text: offsets in UTF-16 units, of the whole DSN where it is one. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

/** A client key that stands in a text, by what is known of it. */
export interface HardCoded<T> extends KeySpan {
  /** Which known key it is; undefined for one that only looks like a key of a known server. */
  readonly known: T | undefined;
  /** Host and port of its DSN; undefined where the key stands alone. */
  readonly host: string | undefined;
}

/** Keys to look for, without the keys themselves: `print` makes a word into what a known key is held as. */
export interface KnownPrints<T> {
  readonly print: (word: string) => string;
  readonly known: ReadonlyMap<string, T>;
  /** How long the known keys are: other words are not printed. */
  readonly lengths: ReadonlySet<number>;
  /** Hosts and ports of servers whose DSNs are found too where their key is not known. */
  readonly hosts: ReadonlySet<string>;
}

const DSN = /\bhttps?:\/\/[\w~%-]+(?::[\w~%-]*)?@(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:\/[\w.~%-]+)+/gi;
const WORD = /[A-Za-z0-9_-]{12,}/g;
/** As SDKs and servers make them; an address of a git clone with a name in it does not look so. */
const KEY_LIKE = /^(?:glet_)?[A-Za-z0-9]{16,}$/;

/** Finds keys in a text, in their order; every key once, as its DSN where it stands in one. */
export function findHardCoded<T>(text: string, prints: KnownPrints<T>): readonly HardCoded<T>[] {
  const found: HardCoded<T>[] = [];
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

function knownAs<T>(word: string, { print, known, lengths }: KnownPrints<T>): T | undefined {
  return lengths.has(word.length) ? known.get(print(word)) : undefined;
}
