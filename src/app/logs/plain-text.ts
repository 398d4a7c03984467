import { LogParser } from '../../domain/logs/parser';

/** Number of raw bytes after which another parser is used, because a parser stores all lines. */
const PART_BYTES = 4_000_000;
const LINE_FEED = 10;
const PLUS = 43;
/** Offset of the flag that continues the previous line, in a line that starts with a timestamp. */
const FLAG_AT = 31;

/** Converts a raw log of any size to readable lines, one part at a time. The pieces can end anywhere. */
export class PlainTextLog {
  #parser = new LogParser();
  #bytes = 0;
  /** Number of lines that were returned. */
  #given = 0;

  /** Returns the text of the completed lines. */
  push(bytes: Uint8Array): string {
    const cut = this.#bytes + bytes.length < PART_BYTES ? -1 : partEnd(bytes);
    if (cut === -1) return this.#take(bytes);
    const before = this.#take(bytes.subarray(0, cut)) + this.end();
    this.#parser = new LogParser();
    this.#bytes = 0;
    this.#given = 0;
    return before + this.push(bytes.subarray(cut));
  }

  /** Returns the last line, which could have changed until now. */
  end(): string {
    this.#parser.end();
    return this.#lines(this.#parser.lineCount);
  }

  #take(bytes: Uint8Array): string {
    this.#bytes += bytes.length;
    this.#parser.push(bytes);
    // The last line can still change.
    return this.#lines(Math.max(this.#parser.lineCount - 1, this.#given));
  }

  #lines(to: number): string {
    if (to <= this.#given) return '';
    const text = this.#parser.text(this.#given, to);
    this.#given = to;
    return `${text}\n`;
  }
}

/** The index after the last line end that isn't followed by a continuation line; -1 if there is none. */
function partEnd(bytes: Uint8Array): number {
  for (let at = bytes.length - FLAG_AT - 2; at > 0; at--) {
    if (bytes[at] === LINE_FEED && bytes[at + 1 + FLAG_AT] !== PLUS) return at + 1;
  }
  return -1;
}
