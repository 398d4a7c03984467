import { type LogColor, type LogStyle, TRUE_COLOR } from '../../domain/logs/style';
import {
  contrast,
  css,
  ofPalette,
  readableOn,
  type Rgb,
  type Surface,
  SURFACES,
  type ThemeKind,
} from './ansi-colors';

/** A theme color by its ID, or a CSS color. */
export type AnsiColor = { readonly theme: string } | { readonly css: string };

/** Style of a part of a log in an editor. Plain data: equal styles have equal JSON. */
export interface AnsiStyle {
  readonly color?: AnsiColor;
  readonly background?: AnsiColor;
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  /** From 0 to 1. */
  readonly opacity?: number;
}

const SIXTEEN = [
  'Black',
  'Red',
  'Green',
  'Yellow',
  'Blue',
  'Magenta',
  'Cyan',
  'White',
  'BrightBlack',
  'BrightRed',
  'BrightGreen',
  'BrightYellow',
  'BrightBlue',
  'BrightMagenta',
  'BrightCyan',
  'BrightWhite',
].map((name) => `terminal.ansi${name}`);

const FOREGROUND = 'editor.foreground';
const BACKGROUND = 'editor.background';
/** Opacity of dim text, which must stay readable. */
const DIM = 0.7;

/** A color with its approximate RGB value. Only the kind of the theme is known, not its colors. */
interface Shade {
  readonly color: AnsiColor;
  readonly like: Rgb;
}

/** Returns a log's style for a kind of theme; undefined for plain text. */
export function styleOf(style: LogStyle, kind: ThemeKind): AnsiStyle | undefined {
  const surface = SURFACES[kind];
  const own = {
    foreground: style.foreground === undefined ? undefined : shade(style.foreground, surface),
    background: style.background === undefined ? undefined : shade(style.background, surface),
  };
  const ground: Shade = { color: { theme: BACKGROUND }, like: surface.background };
  const text: Shade = { color: { theme: FOREGROUND }, like: surface.foreground };
  const [front, behind] =
    style.inverse === true
      ? [own.background ?? ground, own.foreground ?? text]
      : [own.foreground, own.background];
  const color = readable(front ?? (behind === undefined ? undefined : text), behind ?? ground, surface);
  const ansiStyle: AnsiStyle = {
    ...(color === undefined ? {} : { color }),
    ...(behind === undefined ? {} : { background: behind.color }),
    ...(style.bold === true ? { bold: true } : {}),
    ...(style.italic === true ? { italic: true } : {}),
    ...(style.underline === true ? { underline: true } : {}),
    ...(style.strike === true ? { strike: true } : {}),
    ...opacity(style, kind),
  };
  return Object.keys(ansiStyle).length === 0 ? undefined : ansiStyle;
}

/** Concealed text is invisible but can be selected. Dim text isn't dimmed in high-contrast themes. */
function opacity(style: LogStyle, kind: ThemeKind): Pick<AnsiStyle, 'opacity'> {
  if (style.conceal === true) return { opacity: 0 };
  if (style.dim !== true || kind === 'high-contrast' || kind === 'high-contrast-light') return {};
  return { opacity: DIM };
}

/**
 * Replaces a color with too little contrast, like VS Code's terminal. In high-contrast themes, theme colors,
 * whose RGB values are approximate, have a lower limit.
 */
function readable(front: Shade | undefined, behind: Shade, surface: Surface): AnsiColor | undefined {
  if (front === undefined) return undefined;
  const { color, like } = front;
  const enough = 'theme' in color ? surface.tolerated : surface.contrast;
  if (contrast(like, behind.like) >= enough) return color;
  return { css: css(readableOn(behind.like, like, surface.contrast)) };
}

function shade(color: LogColor, { sixteen }: Surface): Shade {
  if (color < 16) return { color: { theme: SIXTEEN[color] ?? FOREGROUND }, like: sixteen[color] ?? 0 };
  const like = color >= TRUE_COLOR ? color - TRUE_COLOR : ofPalette(color);
  return { color: { css: css(like) }, like };
}
