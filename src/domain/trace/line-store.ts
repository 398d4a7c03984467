import { UintList } from '../../base/uint-list';
import { PLAIN } from './style';

/** A piece of one line, in UTF-16 units as the editor counts them. */
export interface TraceRun {
  readonly start: number;
  readonly end: number;
  /** Number of its style. */
  readonly style: number;
}
export interface TraceLink {
  readonly start: number;
  readonly end: number;
  /** An http or https address. */
  readonly target: string;
}

const LINE_FEED = 10;

/**
 * The readable lines of a log as UTF-8 bytes, one behind the other with a line feed between, and where their looks
 * change. What a reader sees is made of it on demand: a log of many megabytes is looked at a screen at a time.
 */
export class LineStore {
  bytes = new Uint8Array(64 * 1024);
  /** Bytes in use. The line that is being written begins at `lineStart`. */
  length = 0;
  lineStart = 0;
  /** Where each line begins; the last one is being written. */
  readonly #starts = new UintList();
  /** Triples of start, end and style, in the order of their bytes. */
  readonly #runStarts = new UintList();
  readonly #runEnds = new UintList();
  readonly #runStyles = new UintList();
  #firstRunOfLine = 0;
  readonly #linkStarts = new UintList();
  readonly #linkEnds = new UintList();
  readonly #linkTargets: string[] = [];
  #firstLinkOfLine = 0;
  /** The raw line that each line came from. */
  readonly #origins = new UintList();

  constructor() {
    this.#starts.push(0);
  }

  /** Lines that will not change any more. */
  get settled(): number {
    return this.#starts.length - 1;
  }

  /** All lines, with the one that is being written if anything stands in it. */
  get count(): number {
    return this.settled + (this.length > this.lineStart ? 1 : 0);
  }

  /** Makes room for that many more bytes. */
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

  /** Throws away what the line that is being written has so far. */
  wipe(): void {
    this.length = this.lineStart;
    for (const list of [this.#runStarts, this.#runEnds, this.#runStyles]) list.truncate(this.#firstRunOfLine);
    for (const list of [this.#linkStarts, this.#linkEnds]) list.truncate(this.#firstLinkOfLine);
    this.#linkTargets.length = this.#firstLinkOfLine;
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

  /** Lines from `from` up to, not including, `to`, with a line feed between them. */
  text(from: number, to: number): string {
    const last = Math.min(to, this.count) - 1;
    if (from > last) return '';
    return decode(this.bytes.subarray(this.#starts.at(from), this.#endOf(last)));
  }

  /** In bytes, with the line feeds between them. */
  size(from: number, to: number): number {
    const last = Math.min(to, this.count) - 1;
    return from > last ? 0 : this.#endOf(last) - this.#starts.at(from);
  }

  originOf(line: number): number | undefined {
    return line < this.#origins.length ? this.#origins.at(line) : undefined;
  }

  runs(line: number): readonly TraceRun[] {
    return this.#pieces(line, this.#runStarts, this.#runEnds, (start, end, index) => ({
      start,
      end,
      style: this.#runStyles.at(index),
    }));
  }

  links(line: number): readonly TraceLink[] {
    return this.#pieces(line, this.#linkStarts, this.#linkEnds, (start, end, index) => ({
      start,
      end,
      target: this.#linkTargets[index] ?? '',
    }));
  }

  #pieces<T>(
    line: number,
    starts: UintList,
    ends: UintList,
    make: (start: number, end: number, index: number) => T,
  ): readonly T[] {
    if (line >= this.count) return [];
    const [from, to] = [this.#starts.at(line), this.#endOf(line)];
    const columns = columnsOf(this.bytes.subarray(from, to));
    const pieces: T[] = [];
    for (let index = from === 0 ? 0 : starts.after(from - 1); index < starts.length; index++) {
      if (starts.at(index) >= to) break;
      const end = Math.min(ends.at(index), to);
      pieces.push(make(columns(starts.at(index) - from), columns(end - from), index));
    }
    return pieces;
  }

  #endOf(line: number): number {
    return line < this.settled ? this.#starts.at(line + 1) - 1 : this.length;
  }
}

/** A mark at the start of a text is a character like any other: columns are counted with it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Turns places among the bytes of a line, asked in rising order, into UTF-16 units. */
function columnsOf(line: Uint8Array): (offset: number) => number {
  let at = 0;
  let column = 0;
  return (offset) => {
    if (offset < at) [at, column] = [0, 0];
    for (; at < offset; at++) {
      const byte = line[at] ?? 0;
      // Bytes that continue a character count nothing, the first of four counts two units.
      if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
    }
    return column;
  };
}
