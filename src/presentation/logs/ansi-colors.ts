/** A colour as 0xRRGGBB. */
export type Rgb = number;

export type ThemeKind = 'dark' | 'light' | 'high-contrast' | 'high-contrast-light';

const DARK = [
  0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5, 0x666666, 0xf14c4c,
  0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xe5e5e5,
];
const LIGHT = [
  0x000000, 0xcd3131, 0x107c10, 0x949800, 0x0451a5, 0xbc05bc, 0x0598bc, 0x555555, 0x666666, 0xcd3131,
  0x14ce14, 0xb5ba00, 0x0451a5, 0xbc05bc, 0x0598bc, 0xa5a5a5,
];
const CONTRAST_DARK = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000,
  0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
const CONTRAST_LIGHT = [
  0x292929, 0xcd3131, 0x136c13, 0x949800, 0x0451a5, 0xbc05bc, 0x0598bc, 0x555555, 0x666666, 0xcd3131,
  0x00bc00, 0xb5ba00, 0x0451a5, 0xbc05bc, 0x0598bc, 0xa5a5a5,
];

/**
 * What is known of a kind of theme. An extension is not told a theme's colours, only its kind: the sixteen are those
 * that the editor itself gives to themes of that kind which say nothing.
 */
export interface Surface {
  readonly background: Rgb;
  readonly foreground: Rgb;
  readonly sixteen: readonly Rgb[];
  /** Ratio that our own colours reach against what is behind them. */
  readonly contrast: number;
  /** Ratio below which a colour of the theme is not left as it is. */
  readonly tolerated: number;
}

export const SURFACES: Readonly<Record<ThemeKind, Surface>> = {
  dark: { background: 0x1f1f1f, foreground: 0xcccccc, sixteen: DARK, contrast: 4.5, tolerated: 3 },
  light: { background: 0xffffff, foreground: 0x3b3b3b, sixteen: LIGHT, contrast: 4.5, tolerated: 3 },
  'high-contrast': {
    background: 0x000000,
    foreground: 0xffffff,
    sixteen: CONTRAST_DARK,
    contrast: 7,
    tolerated: 5.5,
  },
  'high-contrast-light': {
    background: 0xffffff,
    foreground: 0x292929,
    sixteen: CONTRAST_LIGHT,
    contrast: 7,
    tolerated: 5.5,
  },
};

/** Colours 16 to 255 of the palette: a cube of six steps, then greys. */
export function ofPalette(index: number): Rgb {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return rgb(grey, grey, grey);
  }
  const step = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  const place = index - 16;
  return rgb(step(Math.floor(place / 36)), step(Math.floor(place / 6) % 6), step(place % 6));
}

/** Contrast of two colours as the Web Content Accessibility Guidelines count it: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * The colour nearest to `colour` that can be read on `background`: mixed with white or black, whichever gets further,
 * until the ratio holds.
 */
export function readableOn(background: Rgb, colour: Rgb, ratio: number): Rgb {
  if (contrast(colour, background) >= ratio) return colour;
  const towards = contrast(0xffffff, background) >= contrast(0, background) ? 0xffffff : 0;
  for (let share = 1; share <= 20; share++) {
    const mixed = mix(colour, towards, share / 20);
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return towards;
}

export const css = (colour: Rgb): string => `#${colour.toString(16).padStart(6, '0')}`;

const rgb = (red: number, green: number, blue: number): Rgb => red * 0x10000 + green * 0x100 + blue;

const channels = (colour: Rgb): readonly [number, number, number] => [
  Math.floor(colour / 0x10000) & 255,
  Math.floor(colour / 0x100) & 255,
  colour & 255,
];

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const [a, b] = [channels(from), channels(to)];
  const at = (index: 0 | 1 | 2): number => Math.round(a[index] + (b[index] - a[index]) * share);
  return rgb(at(0), at(1), at(2));
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
