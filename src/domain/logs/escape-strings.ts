import { webAddress } from '../../base/web-address';
import { BRACKET, introducerOf, WIDE_CONTROL } from './escape-bytes';

const BELL = 7;
const LINE_FEED = 10;
const RETURN = 13;
const ESCAPE = 27;
const BACKSLASH = 92;
/** Behind `WIDE_CONTROL`: ends a string, as ESC \ does. */
const WIDE_END = 0x9c;
const OSC = 93;

/** Longer strings are no strings: what they took in is text again. */
const MAX_LENGTH = 4096;
/** Room for what is taken in before what is read is moved to the front. */
const ROOM = 4 * MAX_LENGTH;

/**
 * Reads one string of an escape sequence, cut anywhere. One that is broken off is text up to the next string that
 * begins in it, which has no end either in what was taken in already: that one goes on from there. So each byte is
 * looked at twice at the most, however many strings begin in each other.
 */
export class StringReader {
  outcome: 'open' | 'nothing' | 'link' | 'text' = 'open';
  /** Where a link leads; undefined where one ends, or leads elsewhere than to http or https. */
  link: string | undefined;
  readonly #bytes = new Uint8Array(ROOM);
  #start = 0;
  #end = 0;
  #introducer = 0;
  /** The last byte was an escape character. */
  #escaped = false;
  /** Where the text that was given ends, and the string behind it begins; -1 where none does. */
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

  /** Reads on from `at`; gives the place behind what it took. */
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

  /** What was taken in up to the next string that begins there. */
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
    // The place before its first byte is always free: it held the introducer, or what was given as text before.
    bytes[this.#start - 1] = this.#introducer;
    return bytes.subarray(this.#start - 1, to);
  }

  /** What goes on behind the text that was given. */
  get next(): 'string' | 'escape' | 'none' {
    if (this.#next !== -1) return 'string';
    return this.#escaped ? 'escape' : 'none';
  }

  /** Goes on with the string that begins behind the text that was given. */
  resume(): void {
    this.outcome = 'open';
    this.#introducer = introducerOf(this.#bytes[this.#next - 1] ?? 0) ?? OSC;
    this.#start = this.#next;
    if (this.#start < ROOM - MAX_LENGTH) return;
    this.#bytes.copyWithin(1, this.#start, this.#end);
    this.#end -= this.#start - 1;
    this.#start = 1;
  }

  /** Behind an escape character. */
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

/** Only what a browser may open: a log is written by whoever may run a job. */
const isWebAddress = (address: string): boolean => !/\s/.test(address) && webAddress(address) !== undefined;
