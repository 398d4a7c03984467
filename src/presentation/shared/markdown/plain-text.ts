import { isShownTag } from './allowed-elements';
import { type TagPiece, tagPieces } from './tags';
import type { MarkdownToken } from './tokens';

/** Returns inline content without marks, comments, and elements of raw HTML. Images are replaced with their text. */
export const inlineText = (tokens: readonly MarkdownToken[]): string => tokens.map(textOfToken).join('');

/** Returns the first line of a task as its name. */
export function taskName(tokens: readonly MarkdownToken[]): string {
  const end = tokens.findIndex(({ type }) => type === 'softbreak' || type === 'hardbreak');
  return inlineText(end === -1 ? tokens : tokens.slice(0, end)).trim();
}

function textOfToken({ type, content, children }: MarkdownToken): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  if (type === 'html_inline') return tagPieces(content).map(textOfPiece).join('');
  return type === 'image' ? inlineText(children ?? []) : content;
}

function textOfPiece(piece: TagPiece): string {
  if (piece.kind === 'text') return piece.text;
  return isShownTag(piece.name) ? '' : piece.raw;
}
