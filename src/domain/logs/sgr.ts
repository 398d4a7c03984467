/** `TRUE_COLOR` + 0xRRGGBB is an RGB color; below 256, it is a color of the palette. */
export const TRUE_COLOR = 0x1000000;
/** Means that no color is set. */
export const NO_COLOR = -1;

export const STYLE_SWITCHES = ['bold', 'dim', 'italic', 'underline', 'inverse', 'conceal', 'strike'] as const;
type Switch = (typeof STYLE_SWITCHES)[number];

const bitOf = (name: Switch): number => 1 << STYLE_SWITCHES.indexOf(name);
const bitsOf = (...names: readonly Switch[]): number => names.reduce((bits, name) => bits | bitOf(name), 0);

/** The switches that each code turns on. */
const ON = new Uint8Array(256);
ON[1] = bitOf('bold');
ON[2] = bitOf('dim');
ON[3] = bitOf('italic');
ON[4] = ON[21] = bitOf('underline');
ON[7] = bitOf('inverse');
ON[8] = bitOf('conceal');
ON[9] = bitOf('strike');
/** The switches that each code turns off. */
const OFF = new Uint8Array(256);
OFF[22] = bitsOf('bold', 'dim');
OFF[23] = bitOf('italic');
OFF[24] = bitOf('underline');
OFF[27] = bitOf('inverse');
OFF[28] = bitOf('conceal');
OFF[29] = bitOf('strike');

const ZERO = 48;
const COLON = 58;
const MAX_DIGITS = 6;
/** A parameter that isn't a known number, or is missing. */
const NOT_A_NUMBER = -1;

/**
 * Applies the parameters of an SGR sequence, such as `1;31` or `38:2::255:0:0`, to a style. Works on numbers
 * without allocating objects, because a log may consist only of such sequences.
 */
export class Sgr {
  foreground = NO_COLOR;
  background = NO_COLOR;
  /** One bit for each of `SWITCHES`. */
  switches = 0;
  /** All parameters and their colon-separated subparameters, in order. */
  #values = new Int32Array(64);
  /** Number of characters of each. */
  #lengths = new Uint16Array(64);
  /** The index of each parameter in that list, and the end of the last one. */
  #starts = new Uint16Array(65);
  #count = 0;

  /** Applies parameters in ASCII to the fields. */
  apply(parameters: Uint8Array, length: number): void {
    this.#split(parameters, length);
    for (let at = 0; at < this.#count; at++) at += this.#applyOne(at);
  }

  #split(parameters: Uint8Array, length: number): void {
    if (this.#values.length <= length) {
      this.#values = new Int32Array(length * 2);
      this.#lengths = new Uint16Array(length * 2);
      this.#starts = new Uint16Array(length * 2 + 1);
    }
    let [tokens, count, value, digits] = [0, 1, 0, 0];
    this.#starts[0] = 0;
    for (let at = 0; at <= length; at++) {
      const byte = at === length ? COLON : (parameters[at] ?? COLON);
      if (byte < COLON) {
        value = value * 10 + byte - ZERO;
        if (++digits > MAX_DIGITS) value = 0;
        continue;
      }
      this.#values[tokens] = digits > MAX_DIGITS ? NOT_A_NUMBER : value;
      this.#lengths[tokens++] = digits;
      value = digits = 0;
      if (byte !== COLON) this.#starts[count++] = tokens;
    }
    this.#starts[count] = tokens;
    this.#count = count;
  }

  /** Returns the number of following parameters that belong to it. */
  #applyOne(at: number): number {
    const start = this.#start(at);
    const own = this.#start(at + 1) - start;
    const code = this.#values[start] ?? NOT_A_NUMBER;
    if (code === 38 || code === 48 || code === 58) return this.#applyColor(code, at, start, own);
    if (code === 0) {
      this.foreground = this.background = NO_COLOR;
      this.switches = 0;
    } else if (code === 4 && own > 1 && this.#values[start + 1] === 0) this.switches &= ~bitOf('underline');
    else if (code === 39) this.foreground = NO_COLOR;
    else if (code === 49) this.background = NO_COLOR;
    else if (code > 0 && code < 30) this.switches = (this.switches | (ON[code] ?? 0)) & ~(OFF[code] ?? 0);
    // The sixteen colors of a theme.
    else if (code >= 30 && code <= 37) this.foreground = code - 30;
    else if (code >= 40 && code <= 47) this.background = code - 40;
    else if (code >= 90 && code <= 97) this.foreground = code - 90 + 8;
    else if (code >= 100 && code <= 107) this.background = code - 100 + 8;
    return 0;
  }

  /** The underline color (58) isn't shown, but has parameters too. */
  #applyColor(code: number, at: number, start: number, own: number): number {
    const parts = own > 1 ? 0 : this.#colorParameterCount(at + 1);
    const color = own > 1 ? this.#subparameterColor(start + 1, own - 1) : this.#colorAfter(at + 1);
    if (color !== NO_COLOR && code === 38) this.foreground = color;
    if (color !== NO_COLOR && code === 48) this.background = color;
    return parts;
  }

  /** Number of parameters of a color after 38 or 48. */
  #colorParameterCount(at: number): number {
    const kind = this.#isWhole(at) ? this.#kindAt(this.#start(at)) : NOT_A_NUMBER;
    return kind === 5 ? 2 : kind === 2 ? 4 : 0;
  }

  #colorAfter(at: number): number {
    const kind = this.#isWhole(at) ? this.#kindAt(this.#start(at)) : NOT_A_NUMBER;
    if (kind !== 5 && kind !== 2) return NO_COLOR;
    if (kind === 5) return indexed(this.#whole(at + 1));
    return mixed(this.#whole(at + 1), this.#whole(at + 2), this.#whole(at + 3));
  }

  /** With colons, a color space may precede red, green, and blue. */
  #subparameterColor(start: number, count: number): number {
    const kind = this.#kindAt(start);
    if (kind === 5) return count > 1 ? indexed(this.#value(start + 1)) : NO_COLOR;
    const first = start + (count > 4 ? 2 : 1);
    if (kind !== 2 || first + 3 > start + count) return NO_COLOR;
    return mixed(this.#value(first), this.#value(first + 1), this.#value(first + 2));
  }

  /** A parameter that exists and has no subparameters. */
  #isWhole(at: number): boolean {
    return at < this.#count && this.#start(at + 1) - this.#start(at) === 1;
  }

  /** Written as one digit. */
  #kindAt(token: number): number {
    return this.#lengths[token] === 1 ? (this.#values[token] ?? NOT_A_NUMBER) : NOT_A_NUMBER;
  }

  #whole(at: number): number {
    return this.#isWhole(at) ? this.#value(this.#start(at)) : NOT_A_NUMBER;
  }

  #value(token: number): number {
    return this.#values[token] ?? NOT_A_NUMBER;
  }

  #start(at: number): number {
    return this.#starts[at] ?? 0;
  }
}

const inRange = (value: number): boolean => value >= 0 && value <= 255;
const indexed = (value: number): number => (inRange(value) ? value : NO_COLOR);
const mixed = (red: number, green: number, blue: number): number =>
  inRange(red) && inRange(green) && inRange(blue)
    ? TRUE_COLOR + red * 0x10000 + green * 0x100 + blue
    : NO_COLOR;
