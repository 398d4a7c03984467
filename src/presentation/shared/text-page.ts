import type { ArgumentOf, CommandId } from './command-ids';

/** The log of a job, at a line counted from 0; without a line, wherever it opens. */
export interface LogPlace {
  readonly base: string;
  readonly project: number | string;
  readonly job: number;
  readonly name: string;
  readonly line?: number;
}

/** A piece of text that runs a command. */
export interface PageLink {
  readonly command: CommandId;
  /** Plain data; see `linkTo`. */
  readonly argument: unknown;
  /** What it does. */
  readonly tooltip: string;
}

export const linkTo = <Id extends CommandId>(
  command: Id,
  argument: ArgumentOf<Id>,
  tooltip: string,
): PageLink => ({ command, argument, tooltip });

/** How a piece of text stands out; never the only sign of what it means. */
export type PageStyle = 'title' | 'quiet' | 'good' | 'bad' | 'hit';

/** A piece of a line: plain text, or text with a look or a place that it leads to. */
export type PagePiece =
  | string
  | {
      readonly text: string;
      readonly style?: PageStyle | undefined;
      readonly place?: LogPlace | undefined;
      readonly link?: PageLink | undefined;
    };
export type PageLine = readonly PagePiece[];

interface At {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A text that a read-only document shows, with what lies over it. */
export interface TextPage {
  readonly text: string;
  readonly places: readonly (At & { readonly place: LogPlace })[];
  readonly links: readonly (At & { readonly link: PageLink })[];
  readonly styles: readonly (At & { readonly look: PageStyle })[];
  /** Parts that can be folded and gone to, by their first and last lines. */
  readonly parts: readonly { readonly name: string; readonly first: number; readonly last: number }[];
}

/** A part of a page: its lines, the first of them its heading. */
export interface PagePart {
  readonly name?: string;
  readonly lines: readonly PageLine[];
}

export function textPage(given: readonly PagePart[]): TextPage {
  const texts: string[] = [];
  const places: TextPage['places'][number][] = [];
  const links: TextPage['links'][number][] = [];
  const styles: TextPage['styles'][number][] = [];
  const parts: TextPage['parts'][number][] = [];
  for (const { name, lines } of given) {
    const first = texts.length;
    for (const pieces of lines) {
      let text = '';
      for (const piece of pieces) {
        const start = text.length;
        text += oneLine(typeof piece === 'string' ? piece : piece.text);
        if (typeof piece === 'string') continue;
        const at = { line: texts.length, start, end: text.length };
        if (piece.place !== undefined) places.push({ ...at, place: piece.place });
        if (piece.link !== undefined) links.push({ ...at, link: piece.link });
        if (piece.style !== undefined) styles.push({ ...at, look: piece.style });
      }
      texts.push(text.trimEnd());
    }
    const last = texts.length - 1;
    if (name !== undefined && last >= first)
      parts.push({ name: oneLine(name), first, last: lastText(texts, last) });
  }
  return { text: texts.join('\n'), places, links, styles, parts };
}

function lastText(texts: readonly string[], last: number): number {
  let at = last;
  while (at > 0 && texts[at] === '') at--;
  return at;
}

/** What a server says never makes a new line, and no blank that is none for the editor. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

/** Columns that a text takes in a font of one width: wide letters and emoji take two, marks above others none. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}|\u200b|\u200d|\ufe0f/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** A text of at most so many columns. */
export function clipped(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (textWidth(kept + character) >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Blanks that fill a text up to a width. */
export const padding = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - textWidth(text)));
