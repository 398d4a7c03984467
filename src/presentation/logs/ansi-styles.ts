import { type LogColor, type LogStyle, TRUE_COLOUR } from '../../domain/logs/style';
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

/** A colour of the theme by its id, or one of our own. */
export type AnsiColor = { readonly theme: string } | { readonly css: string };

/** How the editor is to show a piece of a log. Plain data: equal looks are equal as JSON. */
export interface AnsiStyle {
  readonly colour?: AnsiColor;
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
/** Still readable, and seen to be less. */
const DIM = 0.7;

/** A colour with what it is about like: of the theme's own colours only the kind of theme tells. */
interface Shade {
  readonly colour: AnsiColor;
  readonly like: Rgb;
}

/** How a style of a log looks in a theme of this kind; undefined where it looks like ordinary text. */
export function styleOf(style: LogStyle, kind: ThemeKind): AnsiStyle | undefined {
  const surface = SURFACES[kind];
  const own = {
    foreground: style.foreground === undefined ? undefined : shade(style.foreground, surface),
    background: style.background === undefined ? undefined : shade(style.background, surface),
  };
  const ground: Shade = { colour: { theme: BACKGROUND }, like: surface.background };
  const text: Shade = { colour: { theme: FOREGROUND }, like: surface.foreground };
  const [front, behind] =
    style.inverse === true
      ? [own.background ?? ground, own.foreground ?? text]
      : [own.foreground, own.background];
  const colour = readable(front ?? (behind === undefined ? undefined : text), behind ?? ground, surface);
  const look: AnsiStyle = {
    ...(colour === undefined ? {} : { colour }),
    ...(behind === undefined ? {} : { background: behind.colour }),
    ...(style.bold === true ? { bold: true } : {}),
    ...(style.italic === true ? { italic: true } : {}),
    ...(style.underline === true ? { underline: true } : {}),
    ...(style.strike === true ? { strike: true } : {}),
    ...opacity(style, kind),
  };
  return Object.keys(look).length === 0 ? undefined : look;
}

/** Concealed text is not seen but stays there to be selected. Less contrast is nothing that high contrast is chosen for. */
function opacity(style: LogStyle, kind: ThemeKind): Pick<AnsiStyle, 'opacity'> {
  if (style.conceal === true) return { opacity: 0 };
  if (style.dim !== true || kind === 'high-contrast' || kind === 'high-contrast-light') return {};
  return { opacity: DIM };
}

/** A colour of the theme stays one as long as it is likely to be read; one of our own is made readable. */
function readable(front: Shade | undefined, behind: Shade, surface: Surface): AnsiColor | undefined {
  if (front === undefined) return undefined;
  const { colour, like } = front;
  const enough = 'theme' in colour ? surface.tolerated : surface.contrast;
  if (contrast(like, behind.like) >= enough) return colour;
  return { css: css(readableOn(behind.like, like, surface.contrast)) };
}

function shade(colour: LogColor, { sixteen }: Surface): Shade {
  if (colour < 16) return { colour: { theme: SIXTEEN[colour] ?? FOREGROUND }, like: sixteen[colour] ?? 0 };
  const like = colour >= TRUE_COLOUR ? colour - TRUE_COLOUR : ofPalette(colour);
  return { colour: { css: css(like) }, like };
}
