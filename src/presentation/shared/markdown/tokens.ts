import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import type { Steps } from '../../../base/slices';
import { addMultilineQuote, opensMultilineQuote } from './multiline-quote';
import { extendOpenComment } from './open-comment';

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

// The parser's own rule, which isn't exported.
const rulesOfHtml = new MarkdownIt({ html: true }).block.ruler;
rulesOfHtml.enableOnly('html_block');
const addHtml = rulesOfHtml.getRules('');
parser.block.ruler.at(
  'html_block',
  (state, startLine, endLine, silent) =>
    addHtml.some((rule) => rule(state, startLine, endLine, silent)) &&
    (silent || extendOpenComment(state, endLine)),
  { alt: ['paragraph', 'reference', 'blockquote'] },
);

// Lines that may continue a block are checked again for each quote and list around it.
parser.block.ruler.before(
  'table',
  'limit',
  () => {
    if (++checks > MAX_CHECKS) throw new TooLargeError();
    return false;
  },
  { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
);

/** Tokens of a text as a flat list: opening and closing tokens, and inline tokens with children. */
export type MarkdownToken = ReturnType<typeof parser.parse>[number];
type State = InstanceType<typeof parser.core.State>;

/** Rules of the parser by the step in which they run. `tokenSteps` replaces the rule `block`, and `withFootnotes` the rule `footnote_tail`. */
const RULES = {
  before: rulesNamed('normalize'),
  afterBlocks: rulesNamed('strip_references'),
  inline: rulesNamed('inline', 'linkify', 'text_join'),
};

function rulesNamed(...names: string[]) {
  const { ruler } = parser.core;
  ruler.enableOnly(names);
  return ruler.getRules('');
}

/**
 * Maximum number of characters of a paragraph, heading, or table cell in which markup is found. The rest is shown as
 * it was written. A paragraph is parsed at once, and a malicious one can take as long as a text without paragraphs.
 */
const MAX_INLINE = 5_000;

/** Maximum number of tokens of blocks. A list or table is parsed at once. */
const MAX_TOKENS = 20_000;

/** Maximum number of checks of lines in one block. */
const MAX_CHECKS = 60_000;

/** Number of checks of lines in the current block, which is parsed at once. */
let checks = 0;

/** Thrown when a text has more tokens, or a block needs more checks. */
class TooLargeError extends Error {}

/** The tokens of a text. */
export interface MarkdownTokens {
  readonly tokens: readonly MarkdownToken[];
  /** True if the text is too large. The last blocks then aren't closed. */
  readonly isCut: boolean;
}

/** Parses a text in steps: one for each block, and for the content of each paragraph, heading, and cell. */
export function* tokenSteps(text: string): Steps<MarkdownTokens> {
  const state = new parser.core.State(text, parser, {});
  run(RULES.before, state);
  const isCut = yield* blockSteps(state);
  run(RULES.afterBlocks, state);
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue;
    parseInline(token, state);
    yield;
  }
  return { tokens: withFootnotes(state), isCut };
}

/** Adds the tokens of blocks. Returns true if the text is too large. */
function* blockSteps({ src, env, tokens }: State): Steps<boolean> {
  const blocks = new parser.block.State(src, parser, env, tokens);
  const push = blocks.push.bind(blocks);
  blocks.push = (...given) => {
    if (tokens.length >= MAX_TOKENS) throw new TooLargeError();
    return push(...given);
  };
  const rules = parser.block.ruler.getRules('');
  try {
    while ((blocks.line = blocks.skipEmptyLines(blocks.line)) < blocks.lineMax) {
      checks = 0;
      rules.some((rule) => rule(blocks, blocks.line, blocks.lineMax, false));
      yield;
    }
    return false;
  } catch (error) {
    if (error instanceof TooLargeError) return true;
    throw error;
  }
}

/** Moves footnotes to the end, in the order of their marks. The plugin's own rule takes quadratic time. */
function withFootnotes({ tokens, Token }: State): readonly MarkdownToken[] {
  const text: MarkdownToken[] = [];
  const footnotes = new Map<string, MarkdownToken[]>();
  let current = text;
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') footnotes.set(labelOf(token), (current = []));
    else if (token.type === 'footnote_reference_close') current = text;
    else current.push(token);
  }
  const marks = new Map<number, string>();
  for (const mark of tokens.flatMap(({ children }) => children ?? [])) {
    const number = mark.type === 'footnote_ref' ? footnoteOf(mark) : undefined;
    if (number !== undefined) marks.set(number, labelOf(mark));
  }
  if (marks.size === 0) return text;
  text.push(new Token('footnote_block_open', '', 1));
  for (const [number, label] of [...marks].sort(([one], [other]) => one - other)) {
    const open = new Token('footnote_open', '', 1);
    open.meta = { id: number - 1 };
    text.push(open);
    for (const token of footnotes.get(label) ?? []) text.push(token);
    text.push(new Token('footnote_close', '', -1));
  }
  text.push(new Token('footnote_block_close', '', -1));
  return text;
}

function labelOf({ meta }: MarkdownToken): string {
  const given: unknown = meta;
  return typeof given === 'object' && given !== null && 'label' in given ? String(given.label) : '';
}

function parseInline(token: MarkdownToken, { env, Token }: State): void {
  const { content } = token;
  if (content.length > MAX_INLINE) token.content = content.slice(0, endOfInline(content));
  const only = new parser.core.State('', parser, env);
  only.tokens = [token];
  run(RULES.inline, only);
  if (token.content.length === content.length) return;
  const rest = new Token('text', '', 0);
  rest.content = content.slice(token.content.length);
  token.children?.push(rest);
}

/** Returns where the parsed part of a long paragraph ends: before a line break or space, if possible. */
function endOfInline(content: string): number {
  const end = Math.max(content.lastIndexOf('\n', MAX_INLINE), content.lastIndexOf(' ', MAX_INLINE));
  return end > MAX_INLINE / 2 ? end : MAX_INLINE;
}

function run(rules: readonly ((state: State) => void)[], state: State): void {
  for (const rule of rules) rule(state);
}

/** Returns an attribute of a token as text; empty if it doesn't exist. */
export const attributeOf = (token: MarkdownToken, name: string): string => String(token.attrGet(name) ?? '');

/** Returns the number of a footnote, counted from 1; undefined for other tokens. */
export function footnoteOf({ type, meta }: MarkdownToken): number | undefined {
  if (!type.startsWith('footnote_')) return undefined;
  const given: unknown = meta;
  const id: unknown = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined;
  return typeof id === 'number' ? id + 1 : undefined;
}
