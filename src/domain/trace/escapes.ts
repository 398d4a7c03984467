const BELL = 7;
const LINE_FEED = 10;
const RETURN = 13;
const ESCAPE = 27;
const SEMICOLON = 59;
const BACKSLASH = 92;

/** Longer sequences are no sequences: what they took in is text again. */
const LONGEST = 4096;

type State = 'begun' | 'intermediate' | 'control' | 'string' | 'string-escape';

const BRACKET = 91;
/** Introducers of control sequences, and of strings that end with BEL or ESC \: OSC, DCS, SOS, PM, APC. */
const INTRODUCERS: ReadonlySet<number> = new Set([BRACKET, 93, 80, 88, 94, 95]);

/** Control characters of two bytes stand for an escape character and another one: 0xC2 0x9B for `ESC [`. */
export const introducerOf = (second: number): number | undefined =>
  INTRODUCERS.has(second - 0x40) ? second - 0x40 : undefined;
const WIDE_CONTROL = 0xc2;
/** Behind it: ends a string, as ESC \ does. */
const WIDE_END = 0x9c;

/**
 * Reads one escape sequence, cut anywhere. Most of them mean nothing to a reader of a log and vanish. One that is
 * broken off is text: a log must not lose what stood behind a stray escape.
 */
export class EscapeReader {
  /** How it ended. `erase` is exactly `[0K`, the tail of a marker; `text`: it was no sequence. */
  outcome: 'open' | 'nothing' | 'erase' | 'style' | 'link' | 'text' = 'open';
  /** Parameters of a style. */
  readonly bytes = new Uint8Array(LONGEST);
  length = 0;
  /** Where a link leads; undefined where one ends, or leads elsewhere than to http or https. */
  link: string | undefined;
  #state: State = 'begun';
  #introducer = 0;

  /** Bytes that may become text. */
  get held(): number {
    return this.length + 2;
  }

  /** Right behind the escape character, or behind the one that stands for it and `introducer`. */
  begin(introducer?: number): void {
    this.outcome = 'open';
    this.length = 0;
    if (introducer === undefined) this.#state = 'begun';
    else this.#introduce(introducer);
  }

  #introduce(introducer: number): void {
    this.#introducer = introducer;
    this.#state = introducer === BRACKET ? 'control' : 'string';
  }

  /** Reads on from `at`; gives the place behind what it took. */
  read(bytes: Uint8Array, at: number): number {
    while (at < bytes.length) {
      const taken = this.#take(bytes[at] ?? 0);
      if (taken) at++;
      if (this.outcome !== 'open') break;
    }
    return at;
  }

  /** The log ends in the middle of a sequence. */
  giveUp(): EscapeReader['outcome'] {
    const isString = this.#state === 'string' || this.#state === 'string-escape';
    return (this.outcome = isString ? 'text' : 'nothing');
  }

  /** What it took in, where that was no sequence; another one may begin at its end. */
  text(): Uint8Array {
    const { bytes, length } = this;
    const end = this.#state === 'string-escape' ? [ESCAPE] : [];
    return Uint8Array.of(this.#introducer, ...bytes.subarray(0, length), ...end);
  }

  /** False where the byte is not part of the sequence. */
  #take(byte: number): boolean {
    switch (this.#state) {
      case 'begun':
        return this.#takeFirst(byte);
      case 'intermediate':
        if (byte >= 0x20 && byte <= 0x2f) return true;
        this.outcome = 'nothing';
        return byte >= 0x30 && byte <= 0x7e;
      case 'control':
        return this.#takeControl(byte);
      case 'string':
        return this.#takeString(byte);
      case 'string-escape':
        if (byte === BACKSLASH) return this.#endString();
        this.outcome = 'text';
        return false;
    }
  }

  #takeFirst(byte: number): boolean {
    if (INTRODUCERS.has(byte)) {
      this.#introduce(byte);
      return true;
    }
    if (byte >= 0x20 && byte <= 0x2f) {
      this.#state = 'intermediate';
      return true;
    }
    if (byte === ESCAPE) return true;
    this.outcome = 'nothing';
    return byte >= 0x30 && byte <= 0x7e;
  }

  #takeControl(byte: number): boolean {
    if (byte >= 0x40 && byte <= 0x7e) {
      this.outcome = this.#meaning(byte);
      return true;
    }
    if (byte < 0x20 || byte > 0x3f || this.length === LONGEST) {
      this.outcome = 'text';
      return false;
    }
    this.bytes[this.length++] = byte;
    return true;
  }

  #meaning(final: number): EscapeReader['outcome'] {
    // m with digits, semicolons and colons only: others of the kind mean something else.
    if (final === 109) {
      for (let at = 0; at < this.length; at++) {
        const byte = this.bytes[at] ?? 0;
        if (byte < 48 || byte > SEMICOLON) return 'nothing';
      }
      return 'style';
    }
    return final === 75 && this.length === 1 && this.bytes[0] === 48 ? 'erase' : 'nothing';
  }

  #takeString(byte: number): boolean {
    if (byte === BELL) return this.#endString();
    if (byte === ESCAPE) {
      this.#state = 'string-escape';
      return true;
    }
    if (byte === WIDE_END && this.bytes[this.length - 1] === WIDE_CONTROL && this.length > 0) {
      this.length--;
      return this.#endString();
    }
    if (byte === LINE_FEED || byte === RETURN || this.length === LONGEST) {
      this.outcome = 'text';
      return false;
    }
    this.bytes[this.length++] = byte;
    return true;
  }

  #endString(): true {
    const parts = this.#introducer === 93 ? decoder.decode(this.bytes.subarray(0, this.length)) : '';
    const [, address] = /^8;[^;]*;(.*)$/s.exec(parts) ?? [];
    this.outcome = address === undefined ? 'nothing' : 'link';
    this.link = address !== undefined && isWebAddress(address) ? address : undefined;
    return true;
  }
}

const decoder = new TextDecoder();

/** Only what a browser may open: a log is written by whoever may run a job. */
const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address);
