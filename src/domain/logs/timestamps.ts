const PREFIX_LENGTH = 32;
const LINE_FEED = 10;
const PLUS = 43;
const BLANK = 32;
const OUTPUT = 79;
const ERROR = 69;

/**
 * Takes the time in front of each line away, and with it the line feeds that only stand between two writes of the
 * same line (flag `+`). Whether a log has timestamps is decided by its first line. Bytes in, bytes out, cut anywhere.
 */
export class TimestampFilter {
  #mode: 'undecided' | 'stamped' | 'plain' = 'undecided';
  /** The first bytes of a line, until they are enough to tell whether they are a time. */
  readonly #start = new Uint8Array(PREFIX_LENGTH);
  #startLength = 0;
  #atStart = true;
  /** A line feed that counts only if the next line does not continue this one. */
  #feedOwed = false;
  #times: number[] = [];

  /** The time of each line that was begun, in milliseconds since 1970; NaN for a line without one. */
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
        // What follows is as it came: the rest of this piece needs no copy of its own where nothing was kept back.
        if (this.#isPlain()) return out.with(chunk.subarray(at));
        continue;
      }
      const feed = chunk.indexOf(LINE_FEED, at);
      const end = feed === -1 ? chunk.length : feed;
      out.add(chunk.subarray(at, end));
      at = end;
      if (feed === -1) break;
      at++;
      this.#feedOwed = true;
      this.#atStart = true;
    }
    return out.bytes();
  }

  /** What is still kept back when the log has come to its end. */
  end(): Uint8Array {
    const out = new Output(PREFIX_LENGTH + 1);
    if (this.#feedOwed) out.byte(LINE_FEED);
    out.add(this.#start.subarray(0, this.#startLength));
    if (this.#startLength > 0 && this.#mode === 'stamped') this.#times.push(NaN);
    this.#feedOwed = false;
    this.#startLength = 0;
    return out.bytes();
  }

  #isPlain(): boolean {
    return this.#mode === 'plain';
  }

  /** Told once the first bytes of a line are here: 32 of them, or all that it has. */
  #decide(out: Output): void {
    const start = this.#start.subarray(0, this.#startLength);
    const stamped = isPrefix(start);
    if (this.#mode === 'undecided') this.#mode = stamped ? 'stamped' : 'plain';
    const continues = stamped && start[PREFIX_LENGTH - 1] === PLUS;
    if (this.#feedOwed && !continues) out.byte(LINE_FEED);
    if (this.#mode === 'stamped' && (!this.#feedOwed || !continues)) {
      this.#times.push(stamped ? timeOf(start) : NaN);
    }
    if (!stamped) out.add(start);
    this.#feedOwed = false;
    this.#startLength = 0;
    this.#atStart = false;
  }
}

/** Bytes of one answer while it is put together. */
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

/** `0` a digit, `h` a hex digit, `s` a stream, `f` a flag; the rest stands for itself. */
const SHAPE = '0000-00-00T00:00:00.000000Z hhsf';

/** 27 bytes of RFC 3339 UTC with microseconds, a blank, two hex digits, `O` or `E`, and a blank or `+`. */
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
