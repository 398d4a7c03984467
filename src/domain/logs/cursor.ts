export const BACKSPACE = 8;

const LETTER_D = 68;
const LETTER_G = 71;
const LETTER_K = 75;
/** Columns beyond this are ignored, so that finding a column takes a limited time. */
const MAX_COLUMN = 256;
const MAX_MOVE = 1_000_000;

/** True for the last bytes of control sequences that move the cursor to the left, to a column, or erase the line. */
export const movesCursor = (final: number): boolean =>
  final === LETTER_D || final === LETTER_G || final === LETTER_K;

/**
 * Position at which spinners and progress bars write their next state: a position to the left of the end of the line. As after a
 * carriage return, the text from there on is discarded when the next text arrives, so the last state remains visible.
 */
export class LineCursor {
  /** True if the next text doesn't continue the line. */
  moved = false;
  #column: number | undefined;
  #back = 0;

  /** The cursor is at the end of the line. */
  reset(): void {
    this.moved = false;
    this.#column = undefined;
    this.#back = 0;
  }

  /** Moves it to the left by a number of characters. */
  back(characters: number): void {
    this.moved = true;
    if (this.#column === undefined) this.#back = Math.min(this.#back + characters, MAX_MOVE);
    else this.#column = Math.max(0, this.#column - characters);
  }

  /** Applies a control sequence by its last byte and its parameters, which are `length` ASCII characters. */
  apply(final: number, parameters: Uint8Array, length: number): void {
    const number = numberOf(parameters, length);
    if (number === undefined) return;
    if (final === LETTER_D) this.back(Math.max(1, number));
    else if (final === LETTER_G && number <= MAX_COLUMN) this.#goTo(Math.max(1, number) - 1);
    else if (final === LETTER_K && number === 2) this.#goTo(0);
  }

  /** Returns the position in the UTF-8 bytes of the line that is being written. */
  positionIn(written: {
    readonly bytes: Uint8Array;
    readonly lineStart: number;
    readonly length: number;
  }): number {
    const { bytes, lineStart: start, length: end } = written;
    let at = end;
    if (this.#column === undefined) {
      for (let left = this.#back; left > 0 && at > start; left--) {
        at--;
        while (at > start && isContinuation(bytes[at])) at--;
      }
      return at;
    }
    at = start;
    for (let left = this.#column; left > 0 && at < end; left--) {
      at++;
      while (at < end && isContinuation(bytes[at])) at++;
    }
    return at;
  }

  #goTo(column: number): void {
    this.moved = true;
    this.#back = 0;
    this.#column = column;
  }
}

/** A byte of a character other than its first one. */
const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Returns a decimal number; 0 if there is none, and undefined for other parameters. */
function numberOf(parameters: Uint8Array, length: number): number | undefined {
  let number = 0;
  for (let at = 0; at < length; at++) {
    const digit = (parameters[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return undefined;
    number = Math.min(number * 10 + digit, MAX_MOVE);
  }
  return number;
}
