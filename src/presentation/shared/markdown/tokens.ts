import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';

// markdown-it is maintained (with a release in the month when this was written), fast, and linear for
// malicious input. It returns tokens, so that this extension creates all markup. Its HTML tokens are parsed
// in `tags.ts`.
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: 40 });
// Only text with a scheme becomes a link: `readme.md` is a file, not a host in Moldova.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// The service supports only footnotes with a name.
parser.use(footnotes).disable('footnote_inline');
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

type Rule = Parameters<(typeof parser)['block']['ruler']['before']>[2];

/** Maximum number of lines of a quote, so that unclosed quotes cost linear time. */
const MAX_LINES = 2_000;

/** The service's quotes of several lines, between lines with only `>>>`. An unclosed quote is text. */
const multilineQuote: Rule = (state, startLine, endLine, silent) => {
  if (lineOf(state, startLine) !== '>>>') return false;
  const last = endOf(state, startLine, endLine);
  if (last === undefined) return false;
  if (silent) return true;
  const outer = { lineMax: state.lineMax, parentType: state.parentType };
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, last + 1];
  state.lineMax = last;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, startLine + 1, last);
  state.lineMax = outer.lineMax;
  state.parentType = outer.parentType;
  state.push('blockquote_close', 'blockquote', -1);
  state.line = last + 1;
  return true;
};

type State = Parameters<Rule>[0];

/** Returns the text of a line without indentation; undefined for code and lines outside of the block. */
function lineOf(state: State, line: number): string | undefined {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent;
  if (indent < 0 || indent > 3) return undefined;
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trimEnd();
}

/** Returns the line that closes a quote. Lines in fenced code don't. */
function endOf(state: State, startLine: number, endLine: number): number | undefined {
  let fence: string | undefined;
  for (let line = startLine + 1; line < Math.min(endLine, startLine + MAX_LINES); line++) {
    const text = lineOf(state, line);
    const mark = /^(?:`{3,}|~{3,})/.exec(text ?? '')?.[0];
    if (fence === undefined && text === '>>>') return line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && text === mark) fence = undefined;
  }
  return undefined;
}

parser.block.ruler.before('blockquote', 'multiline_quote', multilineQuote, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
});
