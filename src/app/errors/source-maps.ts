import { createHash } from 'node:crypto';
import { FlattenMap, LEAST_UPPER_BOUND, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping';
import { ByteLru } from '../../base/byte-lru';
import { parseUrl } from '../../base/parse-url';

/** Reads the text of a file, by its address; undefined where there is none, or it has more bytes. */
export type ReadText = (
  address: string,
  mostBytes: number,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** A place in the file that a built one was made of. */
export interface OriginalPlace {
  /** An address where the map tells one beside itself, else as a bundler names it. */
  readonly source: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
}

const MAX_MAP_SIZE = 20 * 1024 * 1024;
const MAX_BUILT_SIZE = 20 * 1024 * 1024;
/** Maps that are kept taken apart; each counts with the length of its text. */
const MAX_KEPT = 40 * 1024 * 1024;
const COMMENT = /[#@]\s?sourceMappingURL=([^\s'"*]+)/;

/** Translates places of built files by the source maps that lie next to them or in them. */
export class SourceMaps {
  readonly #read: ReadText;
  readonly #kept = new ByteLru<string, TraceMap>(MAX_KEPT);

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** Undefined where there is no map, or it does not know the place. Line and column count from 1. */
  async original(
    address: string,
    line: number,
    column: number | undefined,
    signal: AbortSignal,
  ): Promise<OriginalPlace | undefined> {
    const map = await this.#mapOf(address, signal);
    if (map === undefined) return undefined;
    const exact = originalPositionFor(map, { line, column: (column ?? 1) - 1 });
    // Where no column is told, or nothing is left of it, the first that follows counts.
    const found =
      exact.source === null
        ? originalPositionFor(map, { line, column: (column ?? 1) - 1, bias: LEAST_UPPER_BOUND })
        : exact;
    if (found.source === null) return undefined;
    return { source: found.source, line: found.line, column: found.column + 1 };
  }

  async #mapOf(address: string, signal: AbortSignal): Promise<TraceMap | undefined> {
    const built = await this.#read(address, MAX_BUILT_SIZE, signal);
    if (built === undefined) return undefined;
    const url = addressIn(built);
    const inside = url === undefined ? undefined : dataOf(url);
    const beside = url === undefined || inside !== undefined ? `${address}.map` : resolved(url, address);
    const text =
      inside ?? (beside === undefined ? undefined : await this.#read(beside, MAX_MAP_SIZE, signal));
    if (text === undefined || text.length > MAX_MAP_SIZE) return undefined;
    const key = `${address} ${createHash('sha256').update(text).digest('hex')}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const map = readMap(text, beside ?? address);
    if (map !== undefined) this.#kept.set(key, map, text.length);
    return map;
  }
}

/** The last comment counts: a bundle may carry those of its parts. */
function addressIn(built: string): string | undefined {
  const at = built.lastIndexOf('sourceMappingURL=');
  return at === -1 ? undefined : COMMENT.exec(built.slice(Math.max(0, at - 2)))?.[1];
}

/** The text of a map that is part of the built file. */
function dataOf(url: string): string | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const head = url.slice(0, comma);
  if (comma === -1) return undefined;
  if (/;base64$/i.test(head)) return Buffer.from(url.slice(comma + 1), 'base64').toString('utf8');
  try {
    return decodeURIComponent(url.slice(comma + 1));
  } catch {
    return undefined;
  }
}

/** Only files beside are read: nothing is fetched from anywhere. */
function resolved(url: string, base: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith('//')) return undefined;
  return parseUrl(url, base)?.toString();
}

function readMap(text: string, address: string): TraceMap | undefined {
  try {
    // Servers put this in front so that nobody runs it.
    return new FlattenMap(text.replace(/^\)\]\}'[^\n]*\n/, ''), address);
  } catch {
    return undefined; // It is no map: the built file itself is shown.
  }
}
