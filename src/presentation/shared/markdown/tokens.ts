import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { addMultilineQuote, opensMultilineQuote } from './multiline-quote';

// markdown-it is maintained (with a release in the month when this was written), fast, and linear for
// malicious input. It returns tokens, so that this extension creates all markup. Its HTML tokens are parsed
// in `tags.ts`.
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: 40 });
// Only text with a scheme becomes a link: `readme.md` is a file, not a host in Moldova.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// The service supports only footnotes with a name.
parser.use(footnotes).disable('footnote_inline');
parser.block.ruler.before(
  'blockquote',
  'multiline_quote',
  (state, startLine, endLine, silent) =>
    opensMultilineQuote(state, startLine) && (silent || addMultilineQuote(state, startLine, endLine)),
  { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
);

/** Tokens of a text as a flat list: opening and closing tokens, and inline tokens with children. */
export type MarkdownToken = ReturnType<typeof parser.parse>[number];

export const tokensOf = (text: string): readonly MarkdownToken[] => parser.parse(text, {});

/** Returns an attribute of a token as text; empty if it doesn't exist. */
export const attributeOf = (token: MarkdownToken, name: string): string => String(token.attrGet(name) ?? '');

/** Returns the number of a footnote, counted from 1; undefined for other tokens. */
export function footnoteOf({ type, meta }: MarkdownToken): number | undefined {
  if (!type.startsWith('footnote_')) return undefined;
  const given: unknown = meta;
  const id: unknown = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined;
  return typeof id === 'number' ? id + 1 : undefined;
}
