/** A part of raw HTML in Markdown: a supported tag, or text. */
export type TagPiece =
  | { readonly kind: 'open' | 'close'; readonly name: PairedTag }
  | { readonly kind: 'single'; readonly name: 'br' | 'hr' }
  | { readonly kind: 'text'; readonly text: string };

export type PairedTag = (typeof INLINE_TAGS)[number] | 'details' | 'summary';
const INLINE_TAGS = ['kbd', 'sub', 'sup', 'del', 'ins'] as const;

/** Supported tags, without attributes; anything else is text. */
const TAG = /<(\/?)(details|summary|kbd|sub|sup|del|ins|br|hr)\s?\/?>/gi;

/**
 * Parses raw HTML: removes comments, recognizes a few tags without attributes, and returns the rest as text.
 */
export const tagPieces = (raw: string): readonly TagPiece[] => tagsIn(withoutComments(raw));

function withoutComments(raw: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = raw.indexOf('<!--', from);
    const end = start < 0 ? -1 : raw.indexOf('-->', start + 4);
    // An unclosed comment is text, like everything after it.
    if (end < 0) return kept + raw.slice(from);
    kept += raw.slice(from, start);
    from = end + 3;
  }
}

function tagsIn(raw: string): readonly TagPiece[] {
  const pieces: TagPiece[] = [];
  let from = 0;
  const text = (to: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: raw.slice(from, to) });
  };
  for (const match of raw.matchAll(TAG)) {
    text(match.index);
    from = match.index + match[0].length;
    const name = match[2]?.toLowerCase();
    if (name === 'br' || name === 'hr') pieces.push({ kind: 'single', name });
    else if (isPaired(name)) pieces.push({ kind: match[1] === '/' ? 'close' : 'open', name });
  }
  text(raw.length);
  return pieces;
}

const PAIRED: readonly string[] = [...INLINE_TAGS, 'details', 'summary'];
const isPaired = (name: string | undefined): name is PairedTag => name !== undefined && PAIRED.includes(name);
