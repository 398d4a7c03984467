import { finish, type Steps } from '../../../base/slices';
import {
  alignOf,
  cellSpanOf,
  CONTAINERS,
  detailOf,
  EMPTY_ELEMENTS,
  isShownTag,
  lengthOfImage,
  RAW_ELEMENTS,
  type RawElement,
} from './allowed-elements';
import { inlineDiffs } from './inline-diff';
import type { MarkdownNode, MarkdownPart, TaskState } from './nodes';
import { inlineText, taskName } from './plain-text';
import { refineSteps } from './refine';
import { type TagPiece, tagPieces } from './tags';
import { attributeOf, footnoteOf, type MarkdownToken, tokenSteps } from './tokens';

export type { MarkdownNode } from './nodes';

interface Level {
  readonly children: MarkdownNode[];
  readonly node: MarkdownNode | undefined;
  /** The name of the element, if raw HTML opened it. */
  readonly tag?: string;
}

const MAX_DEPTH = 60;

/** Maximum number of nodes. Drawing more of them at once would block other extensions. */
const MAX_NODES = 10_000;

/** A parsed text. */
export interface MarkdownTree {
  readonly nodes: readonly MarkdownNode[];
  /** True if the text has more nodes than were created. */
  readonly isCut: boolean;
}

/** Parses a whole text at once. Use `boundedMarkdown` for texts of the server. */
export const markdownTree = (text: string): readonly MarkdownNode[] => finish(treeSteps(text)).nodes;

/** Parses a text in steps. */
export function* treeSteps(text: string): Steps<MarkdownTree> {
  const builder = new Builder();
  const { tokens, isCut } = yield* tokenSteps(text);
  for (const token of tokens) {
    yield* builder.block(token);
    if (builder.isFull) break;
    yield;
  }
  return { nodes: yield* refineSteps(builder.root), isCut: isCut || builder.isFull };
}

class Builder {
  readonly root: MarkdownNode[] = [];
  readonly #levels: Level[] = [{ children: this.root, node: undefined }];
  /** Elements to close at the end of the paragraph that contains their closing tags. */
  readonly #closesLater: string[] = [];
  #count = 0;

  /** True if no more nodes are created. */
  get isFull(): boolean {
    return this.#count >= MAX_NODES;
  }

  /** Adds a token, with a step for each tag of raw HTML. */
  *block(token: MarkdownToken): Steps<undefined> {
    if (token.type === 'inline') {
      this.#box(token);
      for (const child of token.children ?? []) this.#inline(child);
      return undefined;
    }
    if (token.type === 'html_block') {
      for (const piece of tagPieces(token.content)) {
        this.#piece(piece);
        yield;
      }
      return undefined;
    }
    if (token.nesting !== -1) this.#endParagraph();
    if (token.type === 'fence' || token.type === 'code_block')
      this.#add({ kind: 'block', text: token.content, info: token.info.trim(), end: token.map?.[1] });
    else if (token.type === 'hr') this.#add({ kind: 'hr' });
    else this.#nest(token);
    return undefined;
  }

  #inline(token: MarkdownToken): void {
    const { type, content } = token;
    if (type === 'text' || type === 'text_special') this.#text(content);
    else if (type === 'code_inline') this.#add({ kind: 'code', text: content });
    else if (type === 'softbreak') this.#add({ kind: 'text', text: '\n' });
    else if (type === 'hardbreak') this.#add({ kind: 'br' });
    else if (type === 'html_inline') this.#raw(content);
    else if (type === 'image')
      this.#add({
        kind: 'image',
        address: attributeOf(token, 'src'),
        text: inlineText(token.children ?? []),
      });
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
      label: taskName(token.children ?? []),
      line: token.map?.[0],
    });
  }

  /** Adds a text. After an image, it can start with the size of the image, such as `{width=50%}`. */
  #text(text: string): void {
    const image = this.#levels.at(-1)?.children.at(-1);
    const [size = ''] = image?.kind === 'image' ? (IMAGE_SIZE.exec(text) ?? []) : [];
    if (image?.kind === 'image' && size !== '') {
      image.width = lengthOfImage(/width="?([\d%px]+)/.exec(size)?.[1]);
      image.height = lengthOfImage(/height="?([\d%px]+)/.exec(size)?.[1]);
    }
    this.#pieces(text.slice(size.length));
  }

  /** Adds a text with its inline diffs. Code contains none. */
  #pieces(written: string): void {
    const isCode = this.#levels.some(({ tag }) => tag !== undefined && CODE.has(tag));
    for (const { text, change } of isCode ? [{ text: written }] : inlineDiffs(written)) {
      const node: MarkdownNode = { kind: 'text', text };
      if (change === undefined) this.#add(node);
      else this.#add({ kind: 'part', name: change, align: '', start: '', children: [node] });
    }
  }

  #raw(raw: string): void {
    for (const piece of tagPieces(raw)) this.#piece(piece);
  }

  #piece(piece: TagPiece): void {
    if (this.isFull) return;
    if (piece.kind === 'text') {
      const isBlank = piece.text.trim() === '' && this.#isAfterBlock();
      if (!isBlank) this.#pieces(piece.text);
    } else if (EMPTY_ELEMENTS.has(piece.name)) this.#single(piece);
    else if (!isShownTag(piece.name)) this.#add({ kind: 'text', text: piece.raw });
    else if (piece.kind === 'open') this.#openTag(piece);
    else this.#closeTag(piece.name);
  }

  #single({ name }: { readonly name: string }): void {
    if (name === 'br' || name === 'hr')
      this.#add({ kind: name === 'hr' && this.#mayContain(RULE) ? 'hr' : 'br' });
  }

  /** True if no paragraph or inline element is open. */
  #isAmongBlocks(): boolean {
    const { node, tag } = this.#levels.at(-1) ?? {};
    if (tag !== undefined) return tag !== 'pre' && RAW_ELEMENTS.get(tag)?.isBlock === true;
    return node === undefined || (node.kind === 'part' && BLOCKS.has(node.name));
  }

  /** True at the start of a block and after a block, where white space isn't text. */
  #isAfterBlock(): boolean {
    const level = this.#levels.at(-1);
    const last = level?.children.at(-1);
    if (last === undefined) return this.#isAmongBlocks();
    if (last.kind === 'part') return !INLINE_PARTS.has(last.name);
    return last.kind === 'block' || last.kind === 'hr' || last.kind === 'footnote';
  }

  #openTag(tag: Extract<TagPiece, { kind: 'open' }>): void {
    const { name, attributes } = tag;
    if (name === 'img') {
      const [address = '', text = ''] = [attributes.get('src'), attributes.get('alt')];
      const width = lengthOfImage(attributes.get('width'));
      this.#add({ kind: 'image', address, text, width, height: lengthOfImage(attributes.get('height')) });
      return;
    }
    const element = RAW_ELEMENTS.get(name);
    if (element?.isBlock === true) this.#endParagraph();
    if (element !== undefined) this.#closeBefore(element);
    if (this.#levels.length >= MAX_DEPTH) return;
    if (element === undefined) {
      this.#open({ kind: 'link', address: attributes.get('href') ?? '', children: [] }, name);
      return;
    }
    const part = this.#mayContain(element) ? element.part : 'span';
    this.#open(
      {
        kind: 'part',
        name: part,
        align: alignOf(tag),
        start: detailOf(tag),
        span: cellSpanOf(tag),
        children: [],
      },
      name,
    );
  }

  /** Closes elements that end where this one starts, for example the previous item of a list. */
  #closeBefore({ closes = [], inside = [] }: RawElement): void {
    let from = this.#levels.length;
    for (let at = from - 1; at > 0; at--) {
      const tag = this.#levels[at]?.tag;
      if (tag === undefined || inside.includes(tag)) break;
      if (closes.includes(tag)) from = at;
    }
    this.#levels.length = from;
  }

  /** A block in a Markdown paragraph splits it; in other inline content, only the content of the block is shown. */
  #mayContain({ isBlock, inside }: RawElement): boolean {
    const { node, tag } = this.#levels.at(-1) ?? {};
    if (inside !== undefined && !inside.includes(tag ?? '')) return false;
    if (isBlock !== true || tag !== undefined || node === undefined) return true;
    if (node.kind !== 'part') return false;
    if (node.name === 'p') node.name = 'nothing';
    return BLOCKS.has(node.name);
  }

  /** Ends a raw paragraph before a block. */
  #endParagraph(): void {
    while (this.#levels.at(-1)?.tag === 'p') this.#levels.length--;
  }

  #add(node: MarkdownNode): void {
    this.#count++;
    const level = this.#levels.at(-1);
    const instead = CONTAINERS[level?.tag ?? ''];
    if (level === undefined || instead === undefined || isPartOf(node, level.tag)) add(level?.children, node);
    else if (node.kind !== 'text' || node.text.trim() !== '') {
      // Blocks that can't be in a table follow it.
      const outer = this.#levels.findLast(({ tag }) => CONTAINERS[tag ?? ''] !== 'after') ?? level;
      const target = instead === 'after' ? outer : level;
      const name = CONTAINERS[target.tag ?? ''];
      if (name === undefined || name === 'after') add(target.children, node);
      else target.children.push({ kind: 'part', name, align: '', start: '', children: [node] });
    }
  }

  #open(node: MarkdownNode & { readonly children: MarkdownNode[] }, tag?: string): void {
    this.#add(node);
    this.#levels.push({ children: node.children, node, ...(tag === undefined ? {} : { tag }) });
  }

  /** Closes what Markdown opened, and the raw tags in it. */
  #close(): void {
    while (this.#levels.length > 1 && this.#levels.pop()?.tag !== undefined);
    for (const name of this.#closesLater.splice(0)) this.#closeTag(name);
  }

  /** Closes a raw tag and everything in it. Ignores the name if no such tag is open. */
  #closeTag(name: string): void {
    let at = this.#levels.length - 1;
    while (at > 0 && this.#levels[at]?.tag !== undefined && this.#levels[at]?.tag !== name) at--;
    if (at > 0 && this.#levels[at]?.tag === name) this.#levels.length = at;
    // The tag was opened outside of this paragraph.
    else if (this.#closesLater.length < MAX_DEPTH && this.#levels.some(({ tag }) => tag === name))
      this.#closesLater.push(name);
  }
}

/** Adds a node. Joins the lines of a paragraph. */
function add(children: MarkdownNode[] | undefined, node: MarkdownNode): void {
  const last = children?.at(-1);
  if (node.kind === 'text' && last?.kind === 'text') last.text += node.text;
  else children?.push(node);
}

const isPartOf = (node: MarkdownNode, tag: string | undefined): boolean =>
  node.kind === 'part' && tag !== undefined && RAW_ELEMENTS.get(node.name)?.inside?.includes(tag) === true;

const RULE: RawElement = { part: 'div', isBlock: true };

/** Elements of raw HTML that contain code. */
const CODE: ReadonlySet<string> = new Set(['pre', 'code', 'samp', 'tt']);

/** The size of an image, after it. */
const IMAGE_SIZE = /^\{(?:\s{0,9}(?:width|height)="?\d{1,4}(?:px|%)?"?){1,2}\s{0,9}\}/;

const INLINE_PARTS: ReadonlySet<MarkdownPart> = new Set<MarkdownPart>([
  ...(['em', 'strong', 's', 'del', 'ins', 'kbd', 'sub', 'sup', 'code', 'span'] as const),
]);

/** Parts that contain blocks. */
const BLOCKS: ReadonlySet<MarkdownPart> = new Set<MarkdownPart>([
  ...(['nothing', 'blockquote', 'li', 'task', 'td', 'th', 'ul', 'ol', 'footnotes'] as const),
]);

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
