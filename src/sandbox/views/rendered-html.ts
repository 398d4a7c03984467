import MarkdownIt from 'markdown-it';

// Raw HTML is escaped, unlike on a server, which allows some elements.
const parser = new MarkdownIt({ linkify: true });

/** Blocks for which a server reports the direction of the text and the lines of the source. */
const BLOCKS = /^(?:paragraph|heading|bullet_list|ordered_list|list_item|blockquote|table)_open$/;

/** Returns the HTML of a text for `render_html`. */
export function renderedHtml(text: string): string {
  const env = {};
  const tokens = parser.parse(text, env);
  for (const token of tokens) {
    if (!BLOCKS.test(token.type)) continue;
    if (token.map !== null) token.attrSet('data-sourcepos', `${token.map[0] + 1}:1-${token.map[1]}:1`);
    token.attrSet('dir', 'auto');
  }
  return parser.renderer.render(tokens, parser.options, env).trimEnd();
}

/** Returns the HTML of a title or the description of a label, which contain no blocks. */
export const renderedLine = (text: string): string => parser.renderInline(text);
