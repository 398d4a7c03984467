import { isShownTag } from './raw-elements';
import { type TagPiece, tagPieces } from './tags';
import type { MarkdownToken } from './tokens';

/** Returns the first line of a task as its name, without marks, comments, and elements of raw HTML. */
export function taskName(tokens: readonly MarkdownToken[]): string {
  let name = '';
  for (const { type, content } of tokens) {
    if (type === 'softbreak' || type === 'hardbreak') break;
    if (type === 'html_inline') name += tagPieces(content).map(textOfPiece).join('');
    else name += content;
  }
  return name.trim();
}

function textOfPiece(piece: TagPiece): string {
  if (piece.kind === 'text') return piece.text;
  return isShownTag(piece.name) ? '' : piece.raw;
}
