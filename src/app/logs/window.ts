import { LogParser } from '../../domain/logs/parser';
import { RingBuffer } from './ring-buffer';
import { SLICE_BYTES } from './slices';

/** What stands in a log in place of bytes that are not shown. */
export interface WindowNotices {
  /** The log begins in the middle: so many bytes are before it. */
  before(bytes: number): string;
  /** So many bytes are left out between what is above and below. */
  between(bytes: number): string;
}

export interface WindowOptions {
  /** The byte of the raw log with which it begins; the first of a line. */
  readonly from: number;
  /** Raw bytes that are shown at the most when a log is opened. */
  readonly largest: number;
  readonly notices: WindowNotices;
}

/** The editor gives an extension no document above 50 MB; a log that grows past this is opened anew. */
const FULL_BYTES = 48_000_000;
/**
 * Of the largest size, what goes to the log's end; and to its beginning too where the log is known not to fit. Extensions
 * read the whole document again with each piece of it: a smaller one holds up the host for a shorter time.
 */
const END_SHARE = 4;
/** How far the end of a line is looked for behind the place of the cut. */
const LINE_SLACK = 256 * 1024;

const LINE_FEED = 10;
/** Ends looks and links of what is above: they are not those of what is below. */
const NEUTRAL = '\u001b[0m\u001b]8;;\u001b\\';

/**
 * The part of a log that is shown: all of it, or its beginning and its end with a line between that says how much is
 * left out. What is left out is never in memory. Raw bytes in, lines out; pieces may be cut anywhere.
 */
export class LogWindow {
  readonly trace = new LogParser();
  readonly from: number;
  readonly #largest: number;
  readonly #end: number;
  /** Raw bytes that are shown as they come; of what is behind them, the log's end is kept back. */
  #head: number;
  readonly #words: WindowNotices;
  readonly #tail: RingBuffer;
  #phase: 'head' | 'tail' | 'open' = 'head';
  /** Of what was kept back, what is still to be shown. */
  #kept: Uint8Array[] = [];
  /** Raw bytes that came, shown or not. */
  #came = 0;
  #shown = 0;
  #headEnd = 0;
  #atLineEnd = true;
  #left: { readonly from: number; readonly to: number } | undefined;
  #ownLines: number;

  constructor({ from, largest, notices: words }: WindowOptions) {
    this.from = from;
    this.#ownLines = from === 0 ? Infinity : 0;
    this.#words = words;
    this.#largest = largest;
    this.#end = Math.floor(largest / END_SHARE);
    this.#head = largest - this.#end;
    this.#tail = new RingBuffer(this.#end);
  }

  /** Where in the raw log the next byte belongs. */
  get read(): number {
    return this.from + this.#came;
  }
  /** Raw bytes that are left out in the middle; undefined where none are. */
  get left(): { readonly from: number; readonly to: number } | undefined {
    return this.#left;
  }
  /** Lines at the top that have the same numbers as in the whole log; the next one says what is left out. */
  get ownLines(): number {
    return this.#ownLines;
  }
  /** True once a growing log is too large to be shown like this. */
  get full(): boolean {
    return this.#shown > FULL_BYTES;
  }

  /** From a raw byte on, so many are known to come, if that is known. Of a log that fits, nothing is kept back. */
  expect(from: number, bytes: number | undefined): void {
    if (bytes === undefined) return;
    this.#head = from + bytes - this.from <= this.#largest ? this.#largest : this.#end;
  }

  /** Takes the next bytes; tells the first line that may have changed, if any did. */
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

  /** A reading came to its end: shows the next slice of what was kept back; undefined where nothing is left of it. */
  unfold(): number | undefined {
    const keep = this.#phase === 'tail' ? this.#openTail() : undefined;
    const piece = this.#kept.shift();
    if (piece === undefined) return keep;
    return Math.min(keep ?? Infinity, this.#show(piece));
  }

  /** A reading came to its end: all that was kept back is shown. `over`: the log will not grow any more. */
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

  /** Says that the beginning is missing. A log's first line decides whether it has times: this one has one if all have. */
  #begin(bytes: Uint8Array): number {
    const stamp = stampOf(bytes);
    const line = `${stamp ?? ''}${this.#words.before(this.from)}\n`;
    const keep = this.trace.push(Buffer.from(line));
    this.#pushHead(stamp === undefined ? bytes : detached(bytes));
    return keep;
  }

  #pushHead(bytes: Uint8Array): number | undefined {
    const room = this.#head - this.#shown;
    if (bytes.length <= room) return this.#show(bytes);
    const feed = bytes.indexOf(LINE_FEED, Math.max(room - 1, 0));
    if (feed === -1 && bytes.length - room < LINE_SLACK) return this.#show(bytes);
    const cut = feed === -1 ? Math.max(room, 0) : feed + 1;
    const keep = cut === 0 ? undefined : this.#show(bytes.subarray(0, cut));
    this.#phase = 'tail';
    this.#headEnd = this.read - (bytes.length - cut);
    this.#tail.push(bytes.subarray(cut));
    return keep;
  }

  /** Says what is left out, if anything is; what is behind it is to be shown next. */
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
    this.#left = { from: this.#headEnd, to };
    const line = `${this.#atLineEnd ? '' : '\n'}${NEUTRAL}${this.#words.between(to - this.#headEnd)}\n`;
    const keep = this.trace.push(Buffer.from(line));
    this.#ownLines = Math.min(this.#ownLines, this.trace.lineCount - 1);
    this.#kept = inSlices(detached(rest));
    return keep;
  }

  #show(bytes: Uint8Array): number {
    this.#shown += bytes.length;
    this.#atLineEnd = bytes.at(-1) === LINE_FEED;
    return this.trace.push(bytes);
  }
}

/** As the runner writes it: time, stream, and a flag that says whether the line goes on from the one before. */
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [\da-f]{2}[oe][ +]$/i;
const STAMP_LENGTH = 32;

/** The time in front of the first line, for a line of our own; undefined where there is none. */
function stampOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, STAMP_LENGTH)).toString('latin1');
  return STAMP.test(start) ? `${start.slice(0, -1)} ` : undefined;
}

/** The same, but its first line does not go on from the one before, which is not there. */
function detached(bytes: Uint8Array): Uint8Array {
  const stamp = stampOf(bytes);
  return stamp === undefined ? bytes : Buffer.concat([Buffer.from(stamp), bytes.subarray(STAMP_LENGTH)]);
}

function fromLineStart(bytes: Uint8Array): Uint8Array {
  const feed = bytes.indexOf(LINE_FEED);
  return feed === -1 || feed > LINE_SLACK ? bytes : bytes.subarray(feed + 1);
}

function inSlices(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / SLICE_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * SLICE_BYTES, (at + 1) * SLICE_BYTES));
}
