import { GrowableUint32Array } from '../../base/growable-uint32-array';
import { PLAIN } from './style';

/** A part of a line, in UTF-16 units. */
export interface LogRun {
  readonly start: number;
  readonly end: number;
  /** Number of its style. */
  readonly style: number;
}
export interface LogLink {
  readonly start: number;
  readonly end: number;
  /** An http or https URL. */
  readonly target: string;
}

/**
 * Parts of all lines, by their position in the bytes; `unfinished` is the one that is still being written.
 */
interface StoredPieces<V> {
  readonly starts: GrowableUint32Array;
  readonly ends: GrowableUint32Array;
  readonly valueAt: (index: number) => V;
  readonly unfinished: { readonly start: number; readonly value: V } | undefined;
}

const LINE_FEED = 10;

/**
 * The readable lines of a log as UTF-8 bytes, separated by line feeds, and the positions where styles change.
 * Text is decoded on demand, because users see only one screen of a log of many megabytes at a time.
 */
export class LineStore {
  bytes = new Uint8Array(64 * 1024);
  /** Number of used bytes. The line that is being written begins at `lineStart`. */
  length = 0;
  lineStart = 0;
  /** Start of each line; the last one is being written. */
  readonly #starts = new GrowableUint32Array();
  /** Triples of start, end, and style, in byte order. */
  readonly #runStarts = new GrowableUint32Array();
  readonly #runEnds = new GrowableUint32Array();
  readonly #runStyles = new GrowableUint32Array();
  #firstRunOfLine = 0;
  readonly #linkStarts = new GrowableUint32Array();
  readonly #linkEnds = new GrowableUint32Array();
  readonly #linkTargets: string[] = [];
  #firstLinkOfLine = 0;
  /** The raw line of each line. */
  readonly #origins = new GrowableUint32Array();

  constructor() {
    this.#starts.push(0);
  }

  /** Number of lines that can no longer change. */
  get settled(): number {
    return this.#starts.length - 1;
  }

  /** Number of all lines, including the one that is being written if it isn't empty. */
  get count(): number {
    return this.settled + (this.length > this.lineStart ? 1 : 0);
  }

  /** Makes room for this many more bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** Ends the line that is being written. */
  endLine(origin: number): void {
    this.reserve(1);
    this.bytes[this.length++] = LINE_FEED;
    this.#origins.push(origin);
    this.lineStart = this.length;
    this.#starts.push(this.length);
    this.#firstRunOfLine = this.#runStarts.length;
    this.#firstLinkOfLine = this.#linkTargets.length;
  }

  /** Clears the line that is being written. */
  wipe(): void {
    this.length = this.lineStart;
    for (const list of [this.#runStarts, this.#runEnds, this.#runStyles]) list.truncate(this.#firstRunOfLine);
    for (const list of [this.#linkStarts, this.#linkEnds]) list.truncate(this.#firstLinkOfLine);
    this.#linkTargets.length = this.#firstLinkOfLine;
  }

  /** Removes bytes from the end of the line that is being written. */
  shorten(length: number): void {
    this.length = length;
    while (this.#runStarts.length > this.#firstRunOfLine) {
      const last = this.#runStarts.length - 1;
      if (this.#runEnds.at(last) <= length) break;
      const kept = this.#runStarts.at(last) < length;
      this.#runEnds.truncate(last);
      if (kept) this.#runEnds.push(length);
      else for (const list of [this.#runStarts, this.#runStyles]) list.truncate(last);
    }
    while (this.#linkStarts.length > this.#firstLinkOfLine) {
      const last = this.#linkStarts.length - 1;
      if (this.#linkEnds.at(last) <= length) break;
      const kept = this.#linkStarts.at(last) < length;
      this.#linkEnds.truncate(last);
      if (kept) this.#linkEnds.push(length);
      else {
        this.#linkStarts.truncate(last);
        this.#linkTargets.length = last;
      }
    }
  }

  addRun(start: number, style: number): void {
    if (style === PLAIN || start >= this.length) return;
    const last = this.#runStarts.length - 1;
    if (
      last >= this.#firstRunOfLine &&
      this.#runEnds.at(last) === start &&
      this.#runStyles.at(last) === style
    ) {
      this.#runEnds.truncate(last);
      this.#runEnds.push(this.length);
      return;
    }
    this.#runStarts.push(start);
    this.#runEnds.push(this.length);
    this.#runStyles.push(style);
  }

  addLink(start: number, target: string): void {
    if (start >= this.length) return;
    const last = this.#linkTargets.length - 1;
    if (
      last >= this.#firstLinkOfLine &&
      this.#linkEnds.at(last) === start &&
      this.#linkTargets[last] === target
    ) {
      this.#linkEnds.truncate(last);
      this.#linkEnds.push(this.length);
      return;
    }
    this.#linkStarts.push(start);
    this.#linkEnds.push(this.length);
    this.#linkTargets.push(target);
  }

  /** Lines from `from` up to, not including, `to`, separated by line feeds. */
  text(from: number, to: number): string {
    const last = Math.min(to, this.count) - 1;
    if (from > last) return '';
    return decode(this.bytes.subarray(this.#starts.at(from), this.#endOf(last)));
  }

  /** The beginning of a line, up to a number of UTF-16 units. */
  head(line: number, most: number): string {
    if (line >= this.count) return '';
    const from = this.#starts.at(line);
    // A unit takes at most three bytes; a character that is cut off is beyond them.
    const to = Math.min(this.#endOf(line), from + (most + 1) * 3);
    return decode(this.bytes.subarray(from, to)).slice(0, most);
  }

  /** In bytes, including the line feeds. */
  size(from: number, to: number): number {
    const last = Math.min(to, this.count) - 1;
    return from > last ? 0 : this.#endOf(last) - this.#starts.at(from);
  }

  originOf(line: number): number | undefined {
    return line < this.#origins.length ? this.#origins.at(line) : undefined;
  }

  /** Styles of a line up to a column; `open` is the part that is still being written. */
  runs(line: number, open: { start: number; style: number }, columns: number): readonly LogRun[] {
    const runs: StoredPieces<number> = {
      starts: this.#runStarts,
      ends: this.#runEnds,
      valueAt: (index) => this.#runStyles.at(index),
      unfinished: open.style === PLAIN ? undefined : { start: open.start, value: open.style },
    };
    return this.#pieces(line, columns, runs, (start, end, style) => ({ start, end, style }));
  }

  /** Finished lines with links, in ascending order, up to a limit. */
  linked(most: number): readonly number[] {
    const lines: number[] = [];
    for (let index = 0; index < this.#linkTargets.length && lines.length < most; index++) {
      const line = this.#starts.after(this.#linkStarts.at(index)) - 1;
      if (lines.at(-1) !== line) lines.push(line);
    }
    return lines;
  }

  links(
    line: number,
    open: { start: number; target: string | undefined },
    columns: number,
  ): readonly LogLink[] {
    const links: StoredPieces<string> = {
      starts: this.#linkStarts,
      ends: this.#linkEnds,
      valueAt: (index) => this.#linkTargets[index] ?? '',
      unfinished: open.target === undefined ? undefined : { start: open.start, value: open.target },
    };
    return this.#pieces(line, columns, links, (start, end, target) => ({ start, end, target }));
  }

  #pieces<V, T extends { readonly start: number; readonly end: number }>(
    line: number,
    columns: number,
    { starts, ends, valueAt, unfinished }: StoredPieces<V>,
    make: (start: number, end: number, value: V) => T,
  ): readonly T[] {
    if (line >= this.count) return [];
    const [from, to] = [this.#starts.at(line), this.#endOf(line)];
    const columnOf = columnsOf(this.bytes.subarray(from, to));
    const pieces: T[] = [];
    let last: { readonly end: number; readonly value: V } | undefined;
    const add = (start: number, end: number, value: V): boolean => {
      const before = pieces.at(-1);
      const first = columnOf(start - from);
      if (first >= columns) return false;
      const piece = make(first, columnOf(end - from), value);
      // Merges adjacent parts that were written separately.
      if (before !== undefined && last?.end === start && last.value === value) {
        pieces[pieces.length - 1] = make(before.start, piece.end, value);
      } else if (piece.end > piece.start) pieces.push(piece);
      last = { end, value };
      return true;
    };
    for (let index = from === 0 ? 0 : starts.after(from - 1); index < starts.length; index++) {
      if (starts.at(index) >= to) break;
      if (!add(starts.at(index), Math.min(ends.at(index), to), valueAt(index))) return pieces;
    }
    if (unfinished !== undefined && line === this.settled && unfinished.start < to) {
      add(Math.max(unfinished.start, from), to, unfinished.value);
    }
    return pieces;
  }

  #endOf(line: number): number {
    return line < this.settled ? this.#starts.at(line + 1) - 1 : this.length;
  }
}

/** A byte order mark is kept as a character, because columns count it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

/**
 * Converts byte positions in a line, requested in ascending order, to UTF-16 units. Invalid UTF-8 gets
 * replacement characters exactly where the decoder inserts them. A position inside a character is its start.
 */
function columnsOf(line: Uint8Array): (offset: number) => number {
  let at = 0;
  let column = 0;
  return (offset) => {
    while (at < offset) {
      const length = characterAt(line, at);
      if (at + length > offset) break;
      column += length === 4 ? 2 : 1;
      at += length;
    }
    return column;
  };
}

/**
 * Length of the character at a position in bytes; for invalid UTF-8, of the bytes that become one replacement
 * character.
 */
function characterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 1;
  const [least, most] = SECOND_BYTES[first] ?? [0x80, 0xbf];
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 1;
  for (let index = 2; index < length; index++) {
    // A truncated character becomes one replacement character; of four bytes, at most three can be present,
    // which count as one unit too.
    if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return index;
  }
  return length;
}

/** Lead bytes that don't accept all continuation bytes as the second byte. */
const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};
