import { movesCursor } from './cursor';
import { BRACKET, isIntroducer } from './escape-bytes';
import { StringReader } from './escape-strings';

const ESCAPE = 27;
const SEMICOLON = 59;

/** Longer sequences aren't sequences: their content becomes text again. */
const MAX_LENGTH = 4096;

type State = 'begun' | 'intermediate' | 'control' | 'string';

/**
 * Reads an escape sequence, in chunks of any size. Most sequences have no meaning in a log and are removed.
 * An aborted one becomes text, so that nothing after a stray escape is lost. `strings` reads strings.
 */
export class EscapeReader {
  /**
   * How it ended. `erase` is exactly `[0K`, the end of a marker; `cursor`: it may move the cursor; `text`: it wasn't a
   * sequence.
   */
  outcome: 'open' | 'nothing' | 'erase' | 'style' | 'link' | 'cursor' | 'text' = 'open';
  /** The last byte of a control sequence. */
  final = 0;
  /** Parameters of a style or of a move of the cursor. */
  readonly bytes = new Uint8Array(MAX_LENGTH);
  length = 0;
  readonly #abandoned = new Uint8Array(MAX_LENGTH + 1);
  readonly #strings = new StringReader();
  #state: State = 'begun';

  /** Target of a link; undefined if a link ends or its scheme isn't http or https. */
  get link(): string | undefined {
    return this.#strings.link;
  }

  /** Bytes that may become text. */
  get held(): number {
    return this.#state === 'string' ? this.#strings.held : this.length + 2;
  }

  /** Directly after the escape character, or after the one that represents it and `introducer`. */
  begin(introducer?: number): void {
    this.outcome = 'open';
    this.length = 0;
    if (introducer === undefined) this.#state = 'begun';
    else this.#introduce(introducer);
  }

  #introduce(introducer: number): void {
    this.#state = introducer === BRACKET ? 'control' : 'string';
    if (this.#state === 'string') this.#strings.begin(introducer);
  }

  /** Continues reading at `at`; returns the position after the bytes it consumed. */
  read(bytes: Uint8Array, at: number): number {
    while (at < bytes.length) {
      if (this.#state === 'string') {
        const end = this.#strings.read(bytes, at);
        this.outcome = this.#strings.outcome;
        return end;
      }
      const isConsumed = this.#take(bytes[at] ?? 0);
      if (isConsumed) at++;
      if (this.outcome !== 'open') break;
    }
    return at;
  }

  /** The log ends in the middle of a sequence. */
  giveUp(): EscapeReader['outcome'] {
    return (this.outcome = this.#state === 'string' ? 'text' : 'nothing');
  }

  /**
   * The buffered bytes, if they weren't a sequence. For a string, the part before the next string that begins
   * in it: the rest is already buffered, and `resume` continues with it.
   */
  text(): Uint8Array {
    if (this.#state === 'string') return this.#strings.text();
    this.#abandoned[0] = BRACKET;
    for (let at = 0; at < this.length; at++) this.#abandoned[at + 1] = this.bytes[at] ?? 0;
    return this.#abandoned.subarray(0, this.length + 1);
  }

  get inString(): boolean {
    return this.#state === 'string';
  }

  /** After `text` of a string: another string began in it, or an escape character ends it. */
  get goesOn(): boolean {
    return this.#strings.next !== 'none';
  }

  /** Continues with that string. */
  resume(): void {
    this.outcome = 'open';
    if (this.#strings.next === 'escape') this.begin();
    else {
      this.#state = 'string';
      this.#strings.resume();
    }
  }

  /** False if the byte isn't part of the sequence. */
  #take(byte: number): boolean {
    switch (this.#state) {
      case 'begun':
        return this.#takeFirst(byte);
      case 'intermediate':
        if (byte >= 0x20 && byte <= 0x2f) return true;
        this.outcome = 'nothing';
        return byte >= 0x30 && byte <= 0x7e;
      case 'control':
      case 'string':
        return this.#takeControl(byte);
    }
  }

  #takeFirst(byte: number): boolean {
    if (isIntroducer(byte)) {
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
    if (byte < 0x20 || byte > 0x3f || this.length === MAX_LENGTH) {
      this.outcome = 'text';
      return false;
    }
    this.bytes[this.length++] = byte;
    return true;
  }

  #meaning(final: number): EscapeReader['outcome'] {
    // m with only digits, semicolons, and colons: other sequences with m have another meaning.
    if (final === 109) {
      for (let at = 0; at < this.length; at++) {
        const byte = this.bytes[at] ?? 0;
        if (byte < 48 || byte > SEMICOLON) return 'nothing';
      }
      return 'style';
    }
    if (final === 75 && this.length === 1 && this.bytes[0] === 48) return 'erase';
    this.final = final;
    return movesCursor(final) ? 'cursor' : 'nothing';
  }
}
