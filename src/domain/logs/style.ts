import { NO_COLOR, Sgr, STYLE_SWITCHES } from './sgr';

export { TRUE_COLOR } from './sgr';

/** A color: 0 to 255 of the palette (the first 16 are the theme's), or `TRUE_COLOR` + 0xRRGGBB. */
export type LogColor = number;

/** The style of a part of a log. Absent values mean the default. */
export interface LogStyle {
  readonly foreground?: LogColor | undefined;
  readonly background?: LogColor | undefined;
  readonly bold?: true | undefined;
  readonly dim?: true | undefined;
  readonly italic?: true | undefined;
  readonly underline?: true | undefined;
  readonly inverse?: true | undefined;
  readonly conceal?: true | undefined;
  readonly strike?: true | undefined;
}

/** Number of the default style. */
export const PLAIN = 0;

/** Maximum number of styles of a log; further ones are shown as plain text. */
const MAX_STYLES = 4096;

/**
 * Parameters of up to this many characters are packed into a number: each is one of the sixteen from `0` to
 * `?`.
 */
export const MAX_PACKED_LENGTH = 5;
/** Size of the cache, a power of two. */
const RECENT = 1024;
/** The number of values of a color, including none, is below this. */
const COLOR_LIMIT = 2 ** 26;

/** The styles of a log by number, and the transitions between them by SGR sequences. */
export class LogStyles {
  readonly #styles: LogStyle[] = [{}];
  readonly #foregrounds = new Int32Array(MAX_STYLES).fill(NO_COLOR);
  readonly #backgrounds = new Int32Array(MAX_STYLES).fill(NO_COLOR);
  readonly #switches = new Uint8Array(MAX_STYLES);
  /** Keyed by switches, then by both colors in one number. */
  readonly #numbers = new Map<number, Map<number, number>>();
  readonly #sgr = new Sgr();
  readonly #short = new Uint8Array(MAX_PACKED_LENGTH);
  /**
   * Cached transitions of short sequences: packed parameters, style before, and style after. Logs repeat a
   * few of them.
   */
  readonly #recentSteps = new Uint32Array(RECENT);
  readonly #recentFrom = new Uint32Array(RECENT);
  readonly #recentTo = new Uint32Array(RECENT);

  get(style: number): LogStyle {
    return this.#styles[style] ?? {};
  }

  get count(): number {
    return this.#styles.length;
  }

  /**
   * Returns the style after the parameters of an SGR sequence, such as `1;31` or `38:2::255:0:0`, in ASCII.
   */
  after(style: number, parameters: Uint8Array, length: number): number {
    const sgr = this.#sgr;
    sgr.foreground = this.#foregrounds[style] ?? NO_COLOR;
    sgr.background = this.#backgrounds[style] ?? NO_COLOR;
    sgr.switches = this.#switches[style] ?? 0;
    sgr.apply(parameters, length);
    return this.#numberOf(sgr);
  }

  /** Returns the style after packed parameters: four bits per character after a leading 1. */
  afterShort(style: number, packed: number): number {
    const place = (packed * 31 + style) & (RECENT - 1);
    if (this.#recentSteps[place] === packed && this.#recentFrom[place] === style) {
      return this.#recentTo[place] ?? PLAIN;
    }
    let length = 0;
    for (let rest = packed; rest > 1; rest = rest >>> 4) length++;
    for (let at = 0; at < length; at++) this.#short[at] = 48 + ((packed >>> ((length - 1 - at) * 4)) & 15);
    const next = this.after(style, this.#short, length);
    this.#recentSteps[place] = packed;
    this.#recentFrom[place] = style;
    this.#recentTo[place] = next;
    return next;
  }

  #numberOf({ foreground, background, switches }: Sgr): number {
    const colorPair = (foreground + 1) * COLOR_LIMIT + background + 1;
    if (colorPair === 0 && switches === 0) return PLAIN;
    const known = this.#numbers.get(switches)?.get(colorPair);
    if (known !== undefined) return known;
    const number = this.#styles.length;
    if (number >= MAX_STYLES) return PLAIN;
    const same = this.#numbers.get(switches) ?? new Map<number, number>();
    this.#numbers.set(switches, same);
    same.set(colorPair, number);
    this.#foregrounds[number] = foreground;
    this.#backgrounds[number] = background;
    this.#switches[number] = switches;
    this.#styles.push(styleOf(foreground, background, switches));
    return number;
  }
}

function styleOf(foreground: number, background: number, switches: number): LogStyle {
  const style: { -readonly [K in keyof LogStyle]: LogStyle[K] } = {};
  if (foreground !== NO_COLOR) style.foreground = foreground;
  if (background !== NO_COLOR) style.background = background;
  for (const [bit, name] of STYLE_SWITCHES.entries()) if ((switches & (1 << bit)) !== 0) style[name] = true;
  return style;
}
