import { type PairedTag, type TagPiece, tagPieces } from './tags';
import { attributeOf, type MarkdownToken, tokensOf } from './tokens';

/** What a part of a text is, by what surrounds it. */
export type MarkdownPart =
  | PairedTag
  | 'p'
  | 'em'
  | 'strong'
  | 's'
  | 'blockquote'
  | 'ul'
  | 'ol'
  | 'li'
  | 'task'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  /** No element: paragraphs of a list without blank lines. */
  | 'nothing';

/** A text as a tree, without any markup in it. */
export type MarkdownNode =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** `info`: what stands behind the fence, such as a language. */
  | { readonly kind: 'block'; readonly text: string; readonly info: string }
  | { readonly kind: 'br' | 'hr' }
  | { readonly kind: 'box'; readonly checked: boolean; readonly label: string }
  | { readonly kind: 'image'; readonly address: string; readonly text: string }
  | { readonly kind: 'link'; readonly address: string; readonly children: MarkdownNode[] }
  | {
      readonly kind: 'part';
      name: MarkdownPart;
      readonly align: string;
      readonly children: MarkdownNode[];
      readonly start: string;
    };

interface Level {
  readonly children: MarkdownNode[];
  readonly node: MarkdownNode | undefined;
  /** The tag, where it was opened by raw HTML. */
  readonly tag?: PairedTag;
}

const MAX_DEPTH = 60;

export function markdownTree(text: string): readonly MarkdownNode[] {
  const builder = new Builder();
  for (const token of tokensOf(text)) builder.block(token);
  return builder.root;
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
      this.#add({ kind: 'block', text: token.content, info: token.info.trim() });
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

  /** A token that opens or closes. One that is not known stands for nothing but its content. */
  #nest(token: MarkdownToken): void {
    if (token.nesting === -1) this.#close();
    else if (token.nesting === 1) {
      const known = token.hidden ? undefined : PARTS[token.tag];
      const align = attributeOf(token, 'style').replace('text-align:', '');
      const start = attributeOf(token, 'start');
      this.#open({ kind: 'part', name: known ?? 'nothing', align, start, children: [] });
    } else if (token.content !== '') this.#add({ kind: 'text', text: token.content });
  }

  /** `[ ]` or `[x]` at the start of an item of a list. */
  #box(token: MarkdownToken): void {
    const item = this.#levels.at(-2);
    const first = token.children?.[0];
    const found = /^\[([ xX])\]\s+/.exec(first?.content ?? '');
    if (first?.type !== 'text' || found === null) return;
    if (item?.node?.kind !== 'part' || item.node.name !== 'li' || item.children.length > 1) return;
    item.node.name = 'task';
    first.content = first.content.slice(found[0].length);
    this.#add({
      kind: 'box',
      checked: found[1] !== ' ',
      label: token.content.slice(found[0].length).split('\n')[0] ?? '',
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
    // Lines of one paragraph are one text.
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text;
    else children?.push(node);
  }

  #open(node: MarkdownNode & { readonly children: MarkdownNode[] }, tag?: PairedTag): void {
    this.#add(node);
    this.#levels.push({ children: node.children, node, ...(tag === undefined ? {} : { tag }) });
  }

  /** The end of what Markdown opened; raw tags that are open in it end with it. */
  #close(): void {
    while (this.#levels.length > 1 && this.#levels.pop()?.tag !== undefined);
  }

  /** False where no such tag is open here. What was opened in it ends with it. */
  #closeTag(name: PairedTag): boolean {
    let at = this.#levels.length - 1;
    while (at > 0 && this.#levels[at]?.tag !== undefined && this.#levels[at]?.tag !== name) at--;
    if (at === 0 || this.#levels[at]?.tag !== name) return false;
    this.#levels.length = at;
    return true;
  }
}

/** Parts by the tags that markdown-it names. */
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
