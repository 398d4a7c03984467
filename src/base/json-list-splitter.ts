import { isSpace, jsonSteps } from './json-steps';
import type { Steps } from './slices';

/** Number of bytes after which the elements so far are parsed, at the end of the current element. */
const MAX_WAITING = 64 * 1024;
/** Number of bytes that are searched in one step. */
const MAX_SEARCHED = 256 * 1024;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses a JSON list while it arrives, in steps, with the result of `JSON.parse`. Only the bytes of elements that
 * aren't complete are kept.
 */
export class JsonListSplitter {
  readonly #elements: unknown[] = [];
  /** The bytes of the elements that aren't parsed yet, without the bracket or comma before them. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Number of open lists and objects, including the list itself. */
  #depth = 0;
  #isInText = false;
  /** True if the next byte is escaped by the last backslash of the previous chunk. */
  #isEscaped = false;
  #isOver = false;
  #wasParsed = false;

  /**
   * Adds the next bytes. Elements are parsed when they are complete.
   * @throws SyntaxError if the bytes so far can't be the beginning of a list.
   */
  *push(bytes: Uint8Array): Steps<undefined> {
    for (let start = 0; start < bytes.length; start += MAX_SEARCHED) {
      if (start > 0) yield;
      yield* this.#pushPart(bytes.subarray(start, start + MAX_SEARCHED));
    }
    return undefined;
  }

  /**
   * Returns the list.
   * @throws SyntaxError if it isn't complete.
   */
  end(): readonly unknown[] {
    if (!this.#isOver) throw new SyntaxError('The JSON is incomplete.');
    return this.#elements;
  }

  *#pushPart(part: Uint8Array): Steps<undefined> {
    /** Start of the bytes that aren't waiting yet. */
    let start = 0;
    for (let at = this.#isInText ? this.#endOfText(part, 0) + 1 : 0; at < part.length; at++) {
      const byte = part[at];
      if (this.#depth === 0) {
        if (isSpace(byte)) continue;
        if (byte !== LIST || this.#isOver) throw new SyntaxError('The JSON is not a list.');
        this.#depth = 1;
        start = at + 1;
      } else if (byte === QUOTE) at = this.#endOfText(part, at + 1);
      else if (byte === LIST || byte === OBJECT) this.#depth++;
      else if (byte === LIST_END || byte === OBJECT_END) {
        if (--this.#depth > 0) continue;
        if (byte !== LIST_END) throw new SyntaxError('The list has the end of an object.');
        this.#isOver = true;
        yield* this.#parse(part.subarray(start, at));
      } else if (byte === COMMA && this.#depth === 1 && this.#waitingBytes + at - start > MAX_WAITING) {
        yield* this.#parse(part.subarray(start, at));
        start = at + 1;
      }
    }
    if (this.#depth > 0) this.#add(part.subarray(start));
    return undefined;
  }

  #add(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Parses the elements that are waiting, and those in `last`. */
  *#parse(last: Uint8Array): Steps<undefined> {
    this.#add(last);
    const isEmpty = this.#waiting.every((bytes) => bytes.every(isSpace));
    // Nothing can be between two commas or brackets, except in a list without elements.
    if (isEmpty && (this.#wasParsed || !this.#isOver)) throw new SyntaxError('An element is missing.');
    const list = yield* jsonSteps(Buffer.concat([Buffer.from('['), ...this.#waiting, Buffer.from(']')]));
    this.#wasParsed = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (Array.isArray(list)) for (const element of list) this.#elements.push(element);
    yield;
    return undefined;
  }

  /**
   * Returns the position of the quote that ends a text; the length of the part if the text continues in the next one.
   * `from`: the position after the opening quote; 0 if the text began in an earlier part.
   */
  #endOfText(part: Uint8Array, from: number): number {
    let end = part.indexOf(QUOTE, from);
    while (end >= 0 && this.#isEscapedAt(part, from, end)) end = part.indexOf(QUOTE, end + 1);
    this.#isInText = end < 0;
    this.#isEscaped = this.#isInText && this.#isEscapedAt(part, from, part.length);
    return this.#isInText ? part.length : end;
  }

  /** True if the byte at a position is escaped. `from`: as for `#endOfText`. */
  #isEscapedAt(part: Uint8Array, from: number, at: number): boolean {
    let start = at;
    while (start > from && part[start - 1] === BACKSLASH) start--;
    const before = start === 0 && this.#isEscaped ? 1 : 0;
    return (at - start + before) % 2 === 1;
  }
}
