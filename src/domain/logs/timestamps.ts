const PREFIX_LENGTH = 32;
const LINE_FEED = 10;
const PLUS = 43;
const BLANK = 32;
const OUTPUT = 79;
const ERROR = 69;
/** Position of the stream in a timestamp: two hex digits, and `O` or `E`. */
const STREAM = 28;

/**
 * Removes the timestamp at the beginning of each line, and the line feeds that only separate two writes of
 * the same line (flag `+`). A line of another stream in between ends the line: the rest begins a new one. Whether a log has timestamps depends on its first line. Processes bytes, in
 * chunks of any size.
 */
export class TimestampFilter {
  #mode: 'undecided' | 'stamped' | 'plain' = 'undecided';
  /** The first bytes of a line, until there are enough to recognize a timestamp. */
  readonly #start = new Uint8Array(PREFIX_LENGTH);
  #startLength = 0;
  #atStart = true;
  /** A line feed that counts only if the next line doesn't continue this one. */
  #hasPendingFeed = false;
  /** The stream of the last line with a timestamp, as a number. */
  #stream = 0;
  #times: number[] = [];

  /** The time of each line that began, in Unix milliseconds; NaN for a line without one. */
  get times(): readonly number[] {
    return this.#times;
  }

  push(chunk: Uint8Array): Uint8Array {
    if (this.#isPlain()) return chunk;
    const out = new Output(chunk.length + PREFIX_LENGTH + 1);
    let at = 0;
    while (at < chunk.length) {
      if (this.#atStart) {
        const byte = chunk[at] ?? 0;
        if (byte === LINE_FEED) this.#decide(out);
        else {
          this.#start[this.#startLength++] = byte;
          at++;
          if (this.#startLength === PREFIX_LENGTH) this.#decide(out);
        }
        // The rest is unchanged: this chunk doesn't need to be copied if nothing was held back.
        if (this.#isPlain()) return out.with(chunk.subarray(at));
        continue;
      }
      const feed = chunk.indexOf(LINE_FEED, at);
      const end = feed === -1 ? chunk.length : feed;
      out.add(chunk.subarray(at, end));
      at = end;
      if (feed === -1) break;
      at++;
      this.#hasPendingFeed = true;
      this.#atStart = true;
    }
    return out.bytes();
  }

  /** Returns what is still held back at the end of the log. */
  end(): Uint8Array {
    const out = new Output(PREFIX_LENGTH + 1);
    if (this.#hasPendingFeed) out.byte(LINE_FEED);
    out.add(this.#start.subarray(0, this.#startLength));
    if (this.#startLength > 0 && this.#mode === 'stamped') this.#times.push(NaN);
    this.#hasPendingFeed = false;
    this.#startLength = 0;
    return out.bytes();
  }

  #isPlain(): boolean {
    return this.#mode === 'plain';
  }

  /** Called when the first bytes of a line are available: 32 of them, or the whole line. */
  #decide(out: Output): void {
    const start = this.#start.subarray(0, this.#startLength);
    const stamped = isPrefix(start);
    if (this.#mode === 'undecided') this.#mode = stamped ? 'stamped' : 'plain';
    const stream = stamped ? streamOf(start) : this.#stream;
    const continues = stamped && start[PREFIX_LENGTH - 1] === PLUS && stream === this.#stream;
    this.#stream = stream;
    if (this.#hasPendingFeed && !continues) out.byte(LINE_FEED);
    if (this.#mode === 'stamped' && (!this.#hasPendingFeed || !continues)) {
      this.#times.push(stamped ? timeOf(start) : NaN);
    }
    if (!stamped) out.add(start);
    this.#hasPendingFeed = false;
    this.#startLength = 0;
    this.#atStart = false;
  }
}

/** Bytes of one result while it is assembled. */
class Output {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  byte(value: number): void {
    this.#bytes[this.#length++] = value;
  }
  add(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }
  with(rest: Uint8Array): Uint8Array {
    if (this.#length === 0) return rest;
    this.add(rest);
    return this.bytes();
  }
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** `0` a digit, `h` a hex digit, `s` a stream, `f` a flag; other characters match themselves. */
const SHAPE = '0000-00-00T00:00:00.000000Z hhsf';

/** 27 bytes of RFC 3339 UTC with microseconds, a space, two hex digits, `O` or `E`, and a space or `+`. */
function isPrefix(bytes: Uint8Array): boolean {
  if (bytes.length < PREFIX_LENGTH) return false;
  for (let index = 0; index < PREFIX_LENGTH; index++) {
    if (!fits(SHAPE[index] ?? '', bytes[index] ?? 0)) return false;
  }
  return true;
}

function fits(shape: string, byte: number): boolean {
  switch (shape) {
    case '0':
      return isDigit(byte);
    case 'h':
      return isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102);
    case 's':
      return byte === OUTPUT || byte === ERROR;
    case 'f':
      return byte === BLANK || byte === PLUS;
    default:
      return byte === shape.charCodeAt(0);
  }
}

const streamOf = (bytes: Uint8Array): number =>
  ((bytes[STREAM] ?? 0) << 16) | ((bytes[STREAM + 1] ?? 0) << 8) | (bytes[STREAM + 2] ?? 0);

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

function timeOf(bytes: Uint8Array): number {
  const number = (from: number, length: number): number => {
    let value = 0;
    for (let index = from; index < from + length; index++) value = value * 10 + ((bytes[index] ?? 48) - 48);
    return value;
  };
  const [year, month, day] = [number(0, 4), number(5, 2), number(8, 2)];
  const [hour, minute, second, micros] = [number(11, 2), number(14, 2), number(17, 2), number(20, 6)];
  return Date.UTC(year, month - 1, day, hour, minute, second) + micros / 1000;
}
