import { webAddress } from '../../base/web-address';
import { BRACKET, introducerOf, WIDE_CONTROL } from './escape-bytes';

const BELL = 7;
const LINE_FEED = 10;
const RETURN = 13;
const ESCAPE = 27;
const BACKSLASH = 92;
/** After `WIDE_CONTROL`: ends a string, like ESC \. */
const WIDE_END = 0x9c;
const OSC = 93;

/** Longer strings aren't strings: their content becomes text again. */
const MAX_LENGTH = 4096;
/** Space in the buffer for buffered bytes before the read part is discarded. */
const BUFFER_SIZE = 4 * MAX_LENGTH;

/**
 * Reads a string of an escape sequence, in chunks of any size. If a string is aborted, the part up to the
 * next string that begins in it becomes text; the inner string has no end in the buffered bytes either, and
 * continues. So each byte is read at most twice, however many strings are nested.
 */
export class StringReader {
  outcome: 'open' | 'nothing' | 'link' | 'text' = 'open';
  /** Target of a link; undefined if a link ends or its scheme isn't http or https. */
  link: string | undefined;
  readonly #bytes = new Uint8Array(BUFFER_SIZE);
  #start = 0;
  #end = 0;
  #introducer = 0;
  /** The last byte was an escape character. */
  #escaped = false;
  /** End of the returned text and start of the string after it; -1 if there is none. */
  #next = -1;

  get held(): number {
    return this.#end - this.#start + 2;
  }

  begin(introducer: number): void {
    this.outcome = 'open';
    this.#introducer = introducer;
    this.#start = this.#end = 1;
    this.#escaped = false;
  }

  /** Continues reading at `at`; returns the position after the bytes it consumed. */
  read(bytes: Uint8Array, at: number): number {
    if (this.#escaped) return this.#readEnd(bytes[at] ?? 0) ? at + 1 : at;
    const held = this.#bytes;
    const limit = this.#start + MAX_LENGTH;
    let end = this.#end;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte <= ESCAPE && (byte === BELL || byte === ESCAPE || byte === LINE_FEED || byte === RETURN))
        break;
      if (byte === WIDE_END && end > this.#start && held[end - 1] === WIDE_CONTROL) break;
      if (end === limit) break;
      held[end++] = byte;
    }
    this.#end = end;
    if (at === bytes.length) return at;
    const byte = bytes[at];
    if (byte === ESCAPE) this.#escaped = true;
    else if (byte === BELL) this.#finish(end);
    else if (byte === WIDE_END && end > this.#start && held[end - 1] === WIDE_CONTROL) this.#finish(end - 1);
    else {
      this.outcome = 'text';
      return at;
    }
    return at + 1;
  }

  /** The buffered bytes up to the next string that begins there. */
  text(): Uint8Array {
    const bytes = this.#bytes;
    this.#next = -1;
    let to = this.#start;
    for (; to < this.#end; to++) {
      if (bytes[to] !== WIDE_CONTROL || to + 1 === this.#end) continue;
      const introducer = introducerOf(bytes[to + 1] ?? 0);
      if (introducer === undefined || introducer === BRACKET) continue;
      this.#next = to + 2;
      break;
    }
    // The byte before the buffered string can be overwritten: it is unused, the introducer, or returned already.
    bytes[this.#start - 1] = this.#introducer;
    return bytes.subarray(this.#start - 1, to);
  }

  /** Continuation after the returned text. */
  get next(): 'string' | 'escape' | 'none' {
    if (this.#next !== -1) return 'string';
    return this.#escaped ? 'escape' : 'none';
  }

  /** Continues with the string that begins after the returned text. */
  resume(): void {
    this.outcome = 'open';
    this.#introducer = introducerOf(this.#bytes[this.#next - 1] ?? 0) ?? OSC;
    this.#start = this.#next;
    if (this.#start < BUFFER_SIZE - MAX_LENGTH) return;
    this.#bytes.copyWithin(1, this.#start, this.#end);
    this.#end -= this.#start - 1;
    this.#start = 1;
  }

  /** After an escape character. */
  #readEnd(byte: number): boolean {
    const ends = byte === BACKSLASH;
    if (ends) this.#finish(this.#end);
    else this.outcome = 'text';
    return ends;
  }

  #finish(end: number): void {
    const parts = this.#introducer === OSC ? decoder.decode(this.#bytes.subarray(this.#start, end)) : '';
    const [, address] = /^8;[^;]*;(.*)$/s.exec(parts) ?? [];
    this.outcome = address === undefined ? 'nothing' : 'link';
    this.link = address !== undefined && isWebAddress(address) ? address : undefined;
  }
}

const decoder = new TextDecoder();

/** Only schemes that browsers may open, because any user who can run a job can write to its log. */
const isWebAddress = (address: string): boolean => !/\s/.test(address) && webAddress(address) !== undefined;
