import MarkdownIt from 'markdown-it';

// markdown-it: well kept (a release in the month that this was written), fast, linear on hostile input, and it gives
// tokens, so that not one character of markup is its own. Its HTML tokens are read by markdown-inline-html.ts.
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: 40 });
// Only what is written as an address becomes a link: `readme.md` is a file, and no host of Moldova.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** What a text is made of, flat: opening and closing tokens, and inline tokens with children. */
export type MarkdownToken = ReturnType<typeof parser.parse>[number];

export const tokensOf = (text: string): readonly MarkdownToken[] => parser.parse(text, {});

/** An attribute of a token as text; empty where it has none. */
export const attributeOf = (token: MarkdownToken, name: string): string => String(token.attrGet(name) ?? '');
