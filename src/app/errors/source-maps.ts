import { createHash } from 'node:crypto';
import { FlattenMap, LEAST_UPPER_BOUND, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping';
import { ByteLru } from '../../base/byte-lru';
import { parseUrl } from '../../base/parse-url';

/** Reads the text of a file by its URI; undefined if it doesn't exist or is larger. */
export type ReadText = (
  address: string,
  mostBytes: number,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** A position in a source of a built file. */
export interface OriginalPlace {
  /** A URI if the path in the map is relative, otherwise the bundler's name for the file. */
  readonly source: string;
  /** Starts at 1, like the column. */
  readonly line: number;
  readonly column: number;
}

const MAX_MAP_SIZE = 20 * 1024 * 1024;
const MAX_BUILT_SIZE = 20 * 1024 * 1024;
/** Maximum total size of cached maps, measured by the length of their text. */
const MAX_KEPT = 40 * 1024 * 1024;
const COMMENT = /[#@]\s?sourceMappingURL=([^\s'"*]+)/;

/** Translates positions in built files with source maps next to them or in them. */
export class SourceMaps {
  readonly #read: ReadText;
  readonly #kept = new ByteLru<string, TraceMap>(MAX_KEPT);

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** Undefined if there is no map, or it doesn't contain the position. Line and column start at 1. */
  async original(
    address: string,
    line: number,
    column: number | undefined,
    signal: AbortSignal,
  ): Promise<OriginalPlace | undefined> {
    const map = await this.#mapOf(address, signal);
    if (map === undefined) return undefined;
    const exact = originalPositionFor(map, { line, column: (column ?? 1) - 1 });
    // If the column isn't known or has no mapping, the next mapping is used.
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

/** Uses the last comment, because a bundle can contain comments of its parts. */
function addressIn(built: string): string | undefined {
  const at = built.lastIndexOf('sourceMappingURL=');
  return at === -1 ? undefined : COMMENT.exec(built.slice(Math.max(0, at - 2)))?.[1];
}

/** The text of a map that is embedded in the built file. */
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

/** Only relative paths are resolved, so that no map is read from another host. */
function resolved(url: string, base: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith('//')) return undefined;
  return parseUrl(url, base)?.toString();
}

function readMap(text: string, address: string): TraceMap | undefined {
  try {
    // Some servers add this prefix to prevent execution.
    return new FlattenMap(text.replace(/^\)\]\}'[^\n]*\n/, ''), address);
  } catch {
    return undefined; // Not a source map. The built file is shown.
  }
}
