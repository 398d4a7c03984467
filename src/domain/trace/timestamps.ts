const PREFIX_LENGTH = 32;
const LINE_FEED = 10;
const PLUS = 43;
/** 27 bytes of RFC 3339 UTC with microseconds, a blank, two hex digits, `O` or `E`, and a blank or `+`. */
const PREFIX = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [0-9a-f]{2}[OE][ +]/i;

/**
 * Takes the time in front of each line away, and with it the line feeds that only stand between two writes of the
 * same line (flag `+`). Whether a log has timestamps is decided by its first line. Bytes in, bytes out, cut anywhere.
 */
export class TimestampFilter {
  #mode: 'undecided' | 'stamped' | 'plain' = 'undecided';
  /** What is not yet decided: the start of the log, or the start of a line whose prefix is not whole. */
  #held: Uint8Array = new Uint8Array();
  /** A line feed that counts only if the next line does not continue this one. */
  #feedOwed = false;

  push(chunk: Uint8Array): Uint8Array {
    if (this.#mode === 'plain') return chunk;
    const bytes = joined(this.#held, chunk);
    if (this.#mode === 'undecided') {
      if (bytes.length < PREFIX_LENGTH && !bytes.includes(LINE_FEED)) return this.#hold(bytes);
      this.#mode = isPrefix(bytes) ? 'stamped' : 'plain';
      if (this.#mode === 'plain') {
        this.#held = new Uint8Array();
        return bytes;
      }
    }
    return this.#strip(bytes);
  }

  /** What is still held back when the log has come to its end. */
  end(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array();
    if (this.#mode !== 'stamped') return held;
    if (held.length > 0) {
      const last = this.#strip(joined(held, Uint8Array.of(LINE_FEED)));
      this.#feedOwed = false;
      return last.slice();
    }
    const owed = this.#feedOwed;
    this.#feedOwed = false;
    return owed ? Uint8Array.of(LINE_FEED) : held;
  }

  #hold(bytes: Uint8Array): Uint8Array {
    this.#held = bytes;
    return new Uint8Array();
  }

  /** `#held` always begins at the start of a line, so lines can be taken one by one. */
  #strip(bytes: Uint8Array): Uint8Array {
    const out = new Uint8Array(bytes.length + 1);
    let length = 0;
    let start = 0;
    while (start < bytes.length) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const line = bytes.subarray(start, feed === -1 ? bytes.length : feed);
      // Without its line feed, a line is kept back whole: its next bytes must find the prefix again.
      if (feed === -1) break;
      const stamped = isPrefix(line);
      if (this.#feedOwed && !(stamped && line[PREFIX_LENGTH - 1] === PLUS)) out[length++] = LINE_FEED;
      const text = stamped ? line.subarray(PREFIX_LENGTH) : line;
      out.set(text, length);
      length += text.length;
      this.#feedOwed = true;
      start = feed + 1;
    }
    this.#held = bytes.slice(start);
    return out.subarray(0, length);
  }
}

function isPrefix(bytes: Uint8Array): boolean {
  return (
    bytes.length >= PREFIX_LENGTH && PREFIX.test(String.fromCharCode(...bytes.subarray(0, PREFIX_LENGTH)))
  );
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
