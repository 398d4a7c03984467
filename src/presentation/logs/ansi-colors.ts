/** A color as 0xRRGGBB. */
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
 * Properties of a kind of theme. Extensions know the kind of the theme, but not its colors. `sixteen`
 * contains VS Code's default terminal colors for the kind.
 */
export interface Surface {
  readonly background: Rgb;
  readonly foreground: Rgb;
  readonly sixteen: readonly Rgb[];
  /** Minimum contrast ratio of computed colors. */
  readonly contrast: number;
  /** Contrast ratio below which a color of the theme is replaced. */
  readonly tolerated: number;
}

export const SURFACES: Readonly<Record<ThemeKind, Surface>> = {
  dark: { background: 0x1f1f1f, foreground: 0xcccccc, sixteen: DARK, contrast: 4.5, tolerated: 4.5 },
  light: { background: 0xffffff, foreground: 0x3b3b3b, sixteen: LIGHT, contrast: 4.5, tolerated: 4.5 },
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

/** Returns colors 16 to 255 of the palette: a 6×6×6 cube, then grays. */
export function ofPalette(index: number): Rgb {
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return rgb(gray, gray, gray);
  }
  const step = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  const place = index - 16;
  return rgb(step(Math.floor(place / 36)), step(Math.floor(place / 6) % 6), step(place % 6));
}

/** Returns the contrast ratio of two colors according to WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Returns the color nearest to `color` that is readable on `background`. Mixes it with white or black,
 * whichever has more contrast, until the ratio is reached.
 */
export function readableOn(background: Rgb, color: Rgb, ratio: number): Rgb {
  if (contrast(color, background) >= ratio) return color;
  const towards = contrast(0xffffff, background) >= contrast(0, background) ? 0xffffff : 0;
  for (let share = 1; share <= 20; share++) {
    const mixed = mix(color, towards, share / 20);
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return towards;
}

export const css = (color: Rgb): string => `#${color.toString(16).padStart(6, '0')}`;

const rgb = (red: number, green: number, blue: number): Rgb => red * 0x10000 + green * 0x100 + blue;

const channels = (color: Rgb): readonly [number, number, number] => [
  Math.floor(color / 0x10000) & 255,
  Math.floor(color / 0x100) & 255,
  color & 255,
];

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const [a, b] = [channels(from), channels(to)];
  const at = (index: 0 | 1 | 2): number => Math.round(a[index] + (b[index] - a[index]) * share);
  return rgb(at(0), at(1), at(2));
}

function luminance(color: Rgb): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
