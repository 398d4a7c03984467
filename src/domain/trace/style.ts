/** A colour: 0 to 255 of the palette (the first 16 are the theme's), or `TRUE_COLOUR` + 0xRRGGBB. */
export type TraceColour = number;
export const TRUE_COLOUR = 0x1000000;

/** How a piece of a log looks. Absent means: as ordinary text. */
export interface TraceStyle {
  readonly foreground?: TraceColour | undefined;
  readonly background?: TraceColour | undefined;
  readonly bold?: true | undefined;
  readonly dim?: true | undefined;
  readonly italic?: true | undefined;
  readonly underline?: true | undefined;
  readonly inverse?: true | undefined;
  readonly conceal?: true | undefined;
  readonly strike?: true | undefined;
}

/** Number of ordinary text among the styles. */
export const PLAIN = 0;

/** A log that brings more looks than this shows the rest plain: nobody can tell so many apart. */
const MOST_STYLES = 4096;

/** Parameters of up to so many characters are packed into a number: each is one of the sixteen from `0` to `?`. */
export const SHORT = 5;
/** Places for what was looked up last, a power of two. */
const RECENT = 1024;
const MOST_STEPS = 16_384;
/** Longer ones are not remembered. */
const LONG = 64;

type Switch = Exclude<keyof TraceStyle, 'foreground' | 'background'>;

const ON: Readonly<Record<number, Switch>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  8: 'conceal',
  9: 'strike',
  21: 'underline',
};
const OFF: Readonly<Record<number, readonly Switch[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  28: ['conceal'],
  29: ['strike'],
};

/** The looks of one log by number, and how sequences of SGR lead from one to the next. */
export class TraceStyles {
  readonly #styles: TraceStyle[] = [{}];
  readonly #numbers = new Map<string, number>([['{}', PLAIN]]);
  /** Where sequences lead, by style and parameters: logs repeat a few of them all the time. */
  readonly #steps = new Map<string, number>();
  /** The same for short ones, found faster: packed parameters, style before and style after. */
  readonly #recentSteps = new Uint32Array(RECENT);
  readonly #recentFrom = new Uint32Array(RECENT);
  readonly #recentTo = new Uint32Array(RECENT);

  get(style: number): TraceStyle {
    return this.#styles[style] ?? {};
  }

  get count(): number {
    return this.#styles.length;
  }

  /** The style after the parameters of one SGR sequence, such as `1;31` or `38:2::255:0:0`, in ASCII. */
  after(style: number, parameters: Uint8Array, length: number): number {
    return this.#read(style, String.fromCharCode(...parameters.subarray(0, length)));
  }

  /** The same for parameters that are packed, each character in four bits behind a leading 1. */
  afterShort(style: number, packed: number): number {
    const place = (packed * 31 + style) & (RECENT - 1);
    if (this.#recentSteps[place] === packed && this.#recentFrom[place] === style) {
      return this.#recentTo[place] ?? PLAIN;
    }
    let text = '';
    for (let rest = packed; rest > 1; rest = rest >>> 4) text = String.fromCharCode(48 + (rest & 15)) + text;
    const next = this.#read(style, text);
    this.#recentSteps[place] = packed;
    this.#recentFrom[place] = style;
    this.#recentTo[place] = next;
    return next;
  }

  #read(style: number, text: string): number {
    const step = `${style} ${text}`;
    const known = this.#steps.get(step);
    if (known !== undefined) return known;
    const next = this.#number(apply(this.get(style), text));
    if (this.#steps.size < MOST_STEPS && text.length < LONG) this.#steps.set(step, next);
    return next;
  }

  #number(style: TraceStyle): number {
    // Members always stand in the same order, so that equal styles are written alike.
    const { foreground, background, bold, dim, italic, underline, inverse, conceal, strike } = style;
    const name = JSON.stringify({
      foreground,
      background,
      bold,
      dim,
      italic,
      underline,
      inverse,
      conceal,
      strike,
    });
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#styles.length >= MOST_STYLES) return PLAIN;
    this.#numbers.set(name, this.#styles.length);
    this.#styles.push(style);
    return this.#styles.length - 1;
  }
}

function apply(before: TraceStyle, parameters: string): TraceStyle {
  let style: { -readonly [K in keyof TraceStyle]: TraceStyle[K] } = { ...before };
  const parts = parameters.split(';');
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    // Colons hold a parameter and its own parts together: `38:2::R:G:B`, `4:3` (a curly line under the text).
    const own = part.split(':');
    const code = numberOf(own[0]);
    const on = ON[code];
    if (code === 0) style = {};
    else if (code === 4 && own.length > 1 && numberOf(own[1]) === 0) style.underline = undefined;
    else if (on !== undefined) style[on] = true;
    else if (OFF[code] !== undefined) for (const name of OFF[code]) style[name] = undefined;
    else if (code === 38 || code === 48) {
      const field = code === 38 ? 'foreground' : 'background';
      const colour = own.length > 1 ? ownColour(own.slice(1)) : colourAfter(parts, at + 1);
      if (own.length === 1) at += partsOfColour(parts[at + 1]);
      if (colour !== undefined) style[field] = colour;
    } else if (code === 58) {
      // The colour of the line under the text: its parameters are no looks of their own.
      if (own.length === 1) at += partsOfColour(parts[at + 1]);
    } else if (code === 39) style.foreground = undefined;
    else if (code === 49) style.background = undefined;
    else {
      const [field, colour] = ofTheme(code) ?? [];
      if (field !== undefined && colour !== undefined) style[field] = colour;
    }
  }
  return style;
}

/** The sixteen colours that a theme has. */
function ofTheme(code: number): readonly ['foreground' | 'background', TraceColour] | undefined {
  if (code >= 30 && code <= 37) return ['foreground', code - 30];
  if (code >= 40 && code <= 47) return ['background', code - 40];
  if (code >= 90 && code <= 97) return ['foreground', code - 90 + 8];
  if (code >= 100 && code <= 107) return ['background', code - 100 + 8];
  return undefined;
}

/** Parameters that a colour takes up behind 38 or 48. */
const partsOfColour = (kind: string | undefined): number => ({ '5': 2, '2': 4 })[kind ?? ''] ?? 0;

function colourAfter(parts: readonly string[], at: number): TraceColour | undefined {
  const [kind, ...values] = parts.slice(at, at + 4);
  return colour(kind, values);
}

/** With colons, a colour space may stand before red, green and blue. */
function ownColour([kind, ...values]: readonly string[]): TraceColour | undefined {
  return colour(kind, kind === '2' && values.length > 3 ? values.slice(1) : values);
}

function colour(kind: string | undefined, values: readonly string[]): TraceColour | undefined {
  const [first = -1, green = -1, blue = -1] = values.map((value) => numberOf(value));
  const inRange = (value: number): boolean => value >= 0 && value <= 255;
  if (kind === '5') return inRange(first) ? first : undefined;
  if (kind !== '2' || ![first, green, blue].every(inRange)) return undefined;
  return TRUE_COLOUR + first * 0x10000 + green * 0x100 + blue;
}

/** An empty parameter counts as 0. */
const numberOf = (text: string | undefined): number =>
  text === undefined || text === '' ? 0 : /^\d{1,6}$/.test(text) ? Number(text) : -1;
