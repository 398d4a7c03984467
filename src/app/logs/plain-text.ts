import { LogParser } from '../../domain/logs/parser';

/** A parser keeps all lines; after so many raw bytes another one goes on. */
const PART_BYTES = 4_000_000;
const LINE_FEED = 10;
const PLUS = 43;
/** A line that begins with a time tells at this place whether it goes on from the one before. */
const FLAG_AT = 31;

/** Turns a raw log of any size into its readable lines, a part at a time. Pieces may be cut anywhere. */
export class PlainTextLog {
  #parser = new LogParser();
  #bytes = 0;
  /** The first lines that were not given away yet. */
  #given = 0;

  /** Gives the text that is ready. */
  push(bytes: Uint8Array): string {
    const cut = this.#bytes + bytes.length < PART_BYTES ? -1 : partEnd(bytes);
    if (cut === -1) return this.#take(bytes);
    const before = this.#take(bytes.subarray(0, cut)) + this.end();
    this.#parser = new LogParser();
    this.#bytes = 0;
    this.#given = 0;
    return before + this.push(bytes.subarray(cut));
  }

  /** The last line, which could still have changed. */
  end(): string {
    this.#parser.end();
    return this.#lines(this.#parser.lineCount);
  }

  #take(bytes: Uint8Array): string {
    this.#bytes += bytes.length;
    this.#parser.push(bytes);
    // The last line may still be rewritten.
    return this.#lines(Math.max(this.#parser.lineCount - 1, this.#given));
  }

  #lines(to: number): string {
    if (to <= this.#given) return '';
    const text = this.#parser.text(this.#given, to);
    this.#given = to;
    return `${text}\n`;
  }
}

/** Behind the last line end after which a line of its own begins; -1 where there is none. */
function partEnd(bytes: Uint8Array): number {
  for (let at = bytes.length - FLAG_AT - 2; at > 0; at--) {
    if (bytes[at] === LINE_FEED && bytes[at + 1 + FLAG_AT] !== PLUS) return at + 1;
  }
  return -1;
}
