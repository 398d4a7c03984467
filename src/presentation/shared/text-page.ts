import type { ArgumentOf, CommandId } from './command-ids';

/** The log of a job at a line, counted from 0. Without a line, the log opens at its default position. */
export interface LogPlace {
  readonly base: string;
  readonly project: number | string;
  readonly job: number;
  readonly name: string;
  readonly line?: number;
}

/** A text that runs a command on a click. */
export interface PageLink {
  readonly command: CommandId;
  /** Plain data; see `linkTo`. */
  readonly argument: unknown;
  /** Describes the action. */
  readonly tooltip: string;
}

export const linkTo = <Id extends CommandId>(
  command: Id,
  argument: ArgumentOf<Id>,
  tooltip: string,
): PageLink => ({ command, argument, tooltip });

/** Style of a text; never the only sign of its meaning. */
export type PageStyle = 'title' | 'quiet' | 'good' | 'bad' | 'hit';

/** A part of a line: plain text, or text with a style or link. */
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

/** Text of a read-only document, with its links and styles. */
export interface TextPage {
  readonly text: string;
  readonly places: readonly (At & { readonly place: LogPlace })[];
  readonly links: readonly (At & { readonly link: PageLink })[];
  readonly styles: readonly (At & { readonly style: PageStyle })[];
  /** Parts for folding and navigation, by first and last line. */
  readonly parts: readonly { readonly name: string; readonly first: number; readonly last: number }[];
}

/** A part of a page; the first line is its heading. */
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
        if (piece.style !== undefined) styles.push({ ...at, style: piece.style });
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

/**
 * Replaces control characters and line separators with spaces, so that text from a server can't start a new
 * line.
 */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

/**
 * Returns the width of a text in columns of a monospaced font: wide letters and emoji have two, combining
 * marks none.
 */
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

/** Truncates a text to a number of columns. */
export function clipped(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (textWidth(kept + character) >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Returns the spaces that fill a text up to a width. */
export const padding = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - textWidth(text)));

/** A cell of a table: one piece or several. */
type PageCell = PagePiece | PageLine;

const piecesOf = (cell: PageCell): PageLine => (typeof cell === 'string' || 'text' in cell ? [cell] : cell);
const widthOf = (cell: PageCell): number =>
  piecesOf(cell).reduce((sum, piece) => sum + textWidth(typeof piece === 'string' ? piece : piece.text), 0);

/** Returns lines with aligned columns. The last cell of a row isn't filled. */
export function pageTable(rows: readonly (readonly PageCell[])[]): readonly PageLine[] {
  const widths: number[] = [];
  for (const row of rows)
    row.slice(0, -1).forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
    });
  return rows.map((row) =>
    row.flatMap((cell, at) => [
      ...piecesOf(cell),
      ...(at === row.length - 1 ? [] : [' '.repeat((widths[at] ?? 0) + 2 - widthOf(cell))]),
    ]),
  );
}
