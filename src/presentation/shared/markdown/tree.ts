import type { MarkdownNode, MarkdownPart, TaskState } from './nodes';
import { refined } from './refine';
import { type PairedTag, type TagPiece, tagPieces } from './tags';
import { attributeOf, footnoteOf, type MarkdownToken, tokensOf } from './tokens';

export type { MarkdownNode } from './nodes';

interface Level {
  readonly children: MarkdownNode[];
  readonly node: MarkdownNode | undefined;
  /** The tag, if raw HTML opened it. */
  readonly tag?: PairedTag;
}

const MAX_DEPTH = 60;

/** Parses a whole text. Use `boundedMarkdown` for texts of the server. */
export function markdownTree(text: string): readonly MarkdownNode[] {
  const builder = new Builder();
  for (const token of tokensOf(text)) builder.block(token);
  return refined(builder.root);
}

class Builder {
  readonly root: MarkdownNode[] = [];
  readonly #levels: Level[] = [{ children: this.root, node: undefined }];

  block(token: MarkdownToken): void {
    if (token.type === 'inline') {
      this.#box(token);
      for (const child of token.children ?? []) this.#inline(child);
    } else if (token.type === 'html_block') this.#raw(token.content, 'block');
    else if (token.type === 'fence' || token.type === 'code_block')
      this.#add({ kind: 'block', text: token.content, info: token.info.trim(), end: token.map?.[1] });
    else if (token.type === 'hr') this.#add({ kind: 'hr' });
    else this.#nest(token);
  }

  #inline(token: MarkdownToken): void {
    const { type, content } = token;
    if (type === 'text' || type === 'text_special') this.#add({ kind: 'text', text: content });
    else if (type === 'code_inline') this.#add({ kind: 'code', text: content });
    else if (type === 'softbreak') this.#add({ kind: 'text', text: '\n' });
    else if (type === 'hardbreak') this.#add({ kind: 'br' });
    else if (type === 'html_inline') this.#raw(content, 'inline');
    else if (type === 'image')
      this.#add({ kind: 'image', address: attributeOf(token, 'src'), text: content });
    else if (type === 'link_open')
      this.#open({ kind: 'link', address: attributeOf(token, 'href'), children: [] });
    else if (type === 'link_close') this.#close();
    else this.#nest(token);
  }

  /** Handles a token that opens or closes a part. An unknown token is replaced with its content. */
  #nest(token: MarkdownToken): void {
    const footnote = footnoteOf(token);
    if (token.nesting === -1) this.#close();
    else if (token.type === 'footnote_anchor') return;
    else if (token.type === 'footnote_ref') this.#add({ kind: 'mark', number: footnote ?? 0 });
    else if (token.type === 'footnote_open')
      this.#open({ kind: 'footnote', number: footnote ?? 0, children: [] });
    else if (token.type === 'footnote_block_open')
      this.#open({ kind: 'part', name: 'footnotes', align: '', start: '', children: [] });
    else if (token.nesting === 1) {
      const known = token.hidden ? undefined : PARTS[token.tag];
      const align = attributeOf(token, 'style').replace('text-align:', '');
      const start = attributeOf(token, 'start');
      this.#open({ kind: 'part', name: known ?? 'nothing', align, start, children: [] });
    } else if (token.content !== '') this.#add({ kind: 'text', text: token.content });
  }

  /** Handles `[ ]`, `[x]`, or `[~]` at the start of a list item. */
  #box(token: MarkdownToken): void {
    const item = this.#levels.at(-2);
    const first = token.children?.[0];
    const found = /^\[([ xX~])\]\s+/.exec(first?.content ?? '');
    if (first?.type !== 'text' || found === null) return;
    if (item?.node?.kind !== 'part' || item.node.name !== 'li' || item.children.length > 1) return;
    item.node.name = 'task';
    first.content = first.content.slice(found[0].length);
    this.#add({
      kind: 'box',
      state: TASK_STATES[found[1] ?? ''] ?? 'checked',
      label: token.content.slice(found[0].length).split('\n')[0] ?? '',
      line: token.map?.[0],
    });
  }

  #raw(raw: string, where: 'block' | 'inline'): void {
    for (const piece of tagPieces(raw)) this.#piece(piece, where);
  }

  #piece(piece: TagPiece, where: 'block' | 'inline'): void {
    if (piece.kind === 'text') {
      const blank = where === 'block' && piece.text.trim() === '';
      if (!blank) this.#add({ kind: 'text', text: piece.text });
    } else if (piece.kind === 'single') {
      this.#add({ kind: piece.name === 'hr' && where === 'block' ? 'hr' : 'br' });
    } else if (piece.kind === 'open') {
      if (this.#mayOpen(piece.name, where))
        this.#open({ kind: 'part', name: piece.name, align: '', start: '', children: [] }, piece.name);
      else this.#add({ kind: 'text', text: `<${piece.name}>` });
    } else if (!this.#closeTag(piece.name)) this.#add({ kind: 'text', text: `</${piece.name}>` });
  }

  #mayOpen(name: PairedTag, where: 'block' | 'inline'): boolean {
    if (this.#levels.length >= MAX_DEPTH) return false;
    if (name === 'details') return where === 'block';
    return name !== 'summary' || this.#levels.at(-1)?.tag === 'details';
  }

  #add(node: MarkdownNode): void {
    const children = this.#levels.at(-1)?.children;
    const last = children?.at(-1);
    // Join the lines of a paragraph.
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text;
    else children?.push(node);
  }

  #open(node: MarkdownNode & { readonly children: MarkdownNode[] }, tag?: PairedTag): void {
    this.#add(node);
    this.#levels.push({ children: node.children, node, ...(tag === undefined ? {} : { tag }) });
  }

  /** Closes what Markdown opened, and the raw tags in it. */
  #close(): void {
    while (this.#levels.length > 1 && this.#levels.pop()?.tag !== undefined);
  }

  /** Closes a raw tag and everything in it. Returns false if no such tag is open here. */
  #closeTag(name: PairedTag): boolean {
    let at = this.#levels.length - 1;
    while (at > 0 && this.#levels[at]?.tag !== undefined && this.#levels[at]?.tag !== name) at--;
    if (at === 0 || this.#levels[at]?.tag !== name) return false;
    this.#levels.length = at;
    return true;
  }
}

const TASK_STATES: Readonly<Record<string, TaskState | undefined>> = { ' ': 'open', '~': 'inapplicable' };

/** Parts by the tags of markdown-it. */
const PARTS: Readonly<Record<string, MarkdownPart | undefined>> = {
  p: 'p',
  em: 'em',
  strong: 'strong',
  s: 's',
  blockquote: 'blockquote',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
};
