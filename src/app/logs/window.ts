import { LogParser } from '../../domain/logs/parser';
import { RingBuffer } from './ring-buffer';
import { SLICE_BYTES } from './slices';

/** Lines that are shown in place of omitted bytes. */
export interface WindowNotices {
  /** The notice at the top if earlier bytes are omitted. */
  before(bytes: number): string;
  /** Shown between the first and the last part of the log. */
  between(bytes: number): string;
}

export interface WindowOptions {
  /** The offset of its first byte in the raw log, at the start of a line. */
  readonly from: number;
  /** Maximum number of raw bytes to show when a log is opened. */
  readonly largest: number;
  readonly notices: WindowNotices;
}

/** A range of raw bytes that isn't shown, and the line of the notice in its place. */
export interface OmittedPart {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** VS Code doesn't open documents above 50 MB for extensions. A log that grows above this is restarted. */
const FULL_BYTES = 48_000_000;
/**
 * The end of the log gets this fraction (1/n) of the maximum size, and so does the start if the log is known
 * to be larger. Extensions read the whole document again after each change, so smaller documents block the
 * extension host for less time.
 */
const END_SHARE = 4;
/** Maximum number of bytes between a cut and the line end that it is moved to. */
const LINE_END_TOLERANCE = 256 * 1024;

/** Fewer bytes are read, because another request takes longer. */
const MIN_SKIPPED = 1_000_000;

const LINE_FEED = 10;
/** Ends colors and links of the lines above the omitted part. */
const NEUTRAL = '\u001b[0m\u001b]8;;\u001b\\';

/**
 * The shown part of a log: all of it, or its start and end with a line in between that shows how much is
 * omitted. Omitted bytes aren't stored in memory. The pieces of input can end anywhere.
 */
export class LogWindow {
  readonly trace = new LogParser();
  readonly from: number;
  readonly #largest: number;
  readonly #end: number;
  /** Number of raw bytes to show immediately. Of those after them, only the end is stored. */
  #head: number;
  readonly #notices: WindowNotices;
  readonly #tail: RingBuffer;
  #phase: 'head' | 'tail' | 'open' = 'head';
  /** Stored bytes that are still to be shown. */
  #kept: Uint8Array[] = [];
  /** Number of raw bytes received, including omitted ones. */
  #came = 0;
  #shown = 0;
  #headEnd = 0;
  #atLineEnd = true;
  #left: OmittedPart | undefined;
  #ownLines: number;

  constructor({ from, largest, notices }: WindowOptions) {
    this.from = from;
    this.#ownLines = from === 0 ? Infinity : 0;
    this.#notices = notices;
    this.#largest = largest;
    this.#end = Math.floor(largest / END_SHARE);
    this.#head = largest - this.#end;
    this.#tail = new RingBuffer(this.#end);
  }

  /** Offset of the next byte in the raw log. */
  get read(): number {
    return this.from + this.#came;
  }
  /** The part that is omitted in the middle; undefined if there is nothing. */
  get left(): OmittedPart | undefined {
    return this.#left;
  }
  /** Number of first lines that have the same line numbers as in the whole log. */
  get ownLines(): number {
    return this.#ownLines;
  }
  /** True if more bytes came than are shown of the start. */
  get omits(): boolean {
    return this.#phase === 'tail';
  }
  /** True if a growing log has become too large for a document. */
  get full(): boolean {
    return this.#shown > FULL_BYTES;
  }

  /** Sets the expected number of bytes from this offset, if known. A log that fits is shown completely. */
  expect(from: number, bytes: number | undefined): void {
    if (bytes === undefined) return;
    this.#head = from + bytes - this.from <= this.#largest ? this.#largest : this.#end;
  }

  /**
   * Returns the offset at which the shown end of a log of this size begins, if many bytes before it would only be
   * omitted.
   */
  endOf(size: number | undefined): number | undefined {
    if (size === undefined || !this.omits) return undefined;
    const from = size - this.#end;
    return from - this.read < MIN_SKIPPED ? undefined : from;
  }

  /** Continues at a later offset. The bytes before it are omitted. */
  skipTo(offset: number): void {
    this.#tail.skip(offset - this.read);
    this.#came = offset - this.from;
  }

  /** Adds the next bytes. Returns the first line that may have changed, if any. */
  push(bytes: Uint8Array): number | undefined {
    if (bytes.length === 0) return undefined;
    const first = this.#came === 0;
    this.#came += bytes.length;
    if (this.#phase === 'tail') {
      this.#tail.push(bytes);
      return undefined;
    }
    if (first && this.from > 0) return this.#begin(bytes);
    if (this.#kept.length > 0) {
      this.#kept.push(bytes);
      return undefined;
    }
    if (this.#phase === 'open') return this.#show(bytes);
    return this.#pushHead(bytes);
  }

  /** Shows the next slice of the stored end after a read; undefined if nothing is left. */
  unfold(): number | undefined {
    const keep = this.#phase === 'tail' ? this.#openTail() : undefined;
    const piece = this.#kept.shift();
    if (piece === undefined) return keep;
    return Math.min(keep ?? Infinity, this.#show(piece));
  }

  /** Shows all of the stored end after a read. `over` is true if the log won't grow. */
  settle(over: boolean): number | undefined {
    let keep: number | undefined;
    for (let more = this.unfold(); more !== undefined; more = this.unfold())
      keep = Math.min(keep ?? more, more);
    if (this.#came > 0) this.#phase = 'open';
    if (!over) return keep;
    const { lineCount } = this.trace;
    const last = this.trace.end();
    if (this.trace.lineCount === lineCount && keep === undefined) return undefined;
    return Math.min(keep ?? last, last);
  }

  /**
   * Shows how much is omitted at the start. The parser detects timestamps by the first line, so this line has
   * one if the others do.
   */
  #begin(bytes: Uint8Array): number {
    const stamp = stampOf(bytes);
    const line = `${stamp ?? ''}${this.#notices.before(this.from)}\n`;
    const keep = this.trace.push(Buffer.from(line));
    this.#pushHead(stamp === undefined ? bytes : detached(bytes));
    return keep;
  }

  #pushHead(bytes: Uint8Array): number | undefined {
    const remaining = this.#head - this.#shown;
    if (bytes.length <= remaining) return this.#show(bytes);
    const feed = bytes.indexOf(LINE_FEED, Math.max(remaining - 1, 0));
    if (feed === -1 && bytes.length - remaining < LINE_END_TOLERANCE) return this.#show(bytes);
    const cut = feed === -1 ? Math.max(remaining, 0) : feed + 1;
    const keep = cut === 0 ? undefined : this.#show(bytes.subarray(0, cut));
    this.#phase = 'tail';
    this.#headEnd = this.read - (bytes.length - cut);
    this.#tail.push(bytes.subarray(cut));
    return keep;
  }

  /** Shows how much is omitted, if anything. The bytes after it are shown next. */
  #openTail(): number | undefined {
    this.#phase = 'open';
    const { dropped } = this.#tail;
    const pieces = this.#tail.take();
    const all = Buffer.concat(pieces);
    if (dropped === 0) {
      this.#kept = inSlices(all);
      return undefined;
    }
    const rest = fromLineStart(all);
    const to = this.read - rest.length;
    const line = `${this.#atLineEnd ? '' : '\n'}${NEUTRAL}${this.#notices.between(to - this.#headEnd)}\n`;
    const keep = this.trace.push(Buffer.from(line));
    const notice = this.trace.lineCount - 1;
    this.#left = { from: this.#headEnd, to, line: notice };
    this.#ownLines = Math.min(this.#ownLines, notice);
    this.#kept = inSlices(detached(rest));
    return keep;
  }

  #show(bytes: Uint8Array): number {
    this.#shown += bytes.length;
    this.#atLineEnd = bytes.at(-1) === LINE_FEED;
    return this.trace.push(bytes);
  }
}

/** The format of runners: time, stream, and a flag that is `+` for a continuation of the previous line. */
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [\da-f]{2}[oe][ +]$/i;
const STAMP_LENGTH = 32;

/** The timestamp of the first line, for an additional line; undefined if there is none. */
function stampOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, STAMP_LENGTH)).toString('latin1');
  return STAMP.test(start) ? `${start.slice(0, -1)} ` : undefined;
}

/** Removes the continuation flag of the first line, because the previous line is omitted. */
function detached(bytes: Uint8Array): Uint8Array {
  const stamp = stampOf(bytes);
  return stamp === undefined ? bytes : Buffer.concat([Buffer.from(stamp), bytes.subarray(STAMP_LENGTH)]);
}

function fromLineStart(bytes: Uint8Array): Uint8Array {
  const feed = bytes.indexOf(LINE_FEED);
  return feed === -1 || feed > LINE_END_TOLERANCE ? bytes : bytes.subarray(feed + 1);
}

function inSlices(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / SLICE_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * SLICE_BYTES, (at + 1) * SLICE_BYTES));
}
