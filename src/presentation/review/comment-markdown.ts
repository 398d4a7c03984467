import { t } from '../../base/localize';
import { type SuggestedLines, suggestionOf } from '../../domain/review/suggestions';
import { escapeInvisible } from '../shared/escape-invisible';
import { outwardLink } from '../shared/external-link';
import { type MarkdownNode, markdownTree } from '../shared/markdown/tree';

export interface CommentPlaces {
  /** What links without a host are read against: the web address of the project. */
  readonly project: string;
  /** The lines that a suggestion replaces, where they are known; `index` counts the suggestions of the comment from 0. */
  readonly suggestedOn?: ((index: number) => readonly string[] | undefined) | undefined;
}

/** Characters that are shown: the rest is on the page. */
const MAX_CHARACTERS = 30_000;

/**
 * A comment as Markdown for the editor's own comments. It is not the server's text but written anew from its tree:
 * every character that could mean something is written as its code, links lead to pages and mail only, and images are
 * links, so that none is fetched by itself.
 */
export function commentMarkdown(text: string, places: CommentPlaces): string {
  const cut = text.length > MAX_CHARACTERS;
  const writer = new Writer(places);
  const written = writer.blocks(markdownTree(cut ? text.slice(0, MAX_CHARACTERS) : text));
  return cut
    ? `${written}\n\n*${literal(t("The rest of this comment isn't shown because it's too long."))}*`
    : written;
}

/** The suggestions in a comment, in their order. */
export function suggestionsIn(text: string): readonly SuggestedLines[] {
  const found: SuggestedLines[] = [];
  const look = (nodes: readonly MarkdownNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'block') {
        const suggestion = suggestionOf(node.info, node.text);
        if (suggestion !== undefined) found.push(suggestion);
      } else if (node.kind === 'part') look(node.children);
    }
  };
  look(markdownTree(text));
  return found;
}

/** The first words of a comment without any markup, on one line. */
export function excerpt(text: string, most = 80): string {
  const words = escapeInvisible(plain(markdownTree(text.slice(0, 4 * most + 1_000))))
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words;
}

function plain(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
        case 'code':
          return node.text;
        case 'block':
          return suggestionOf(node.info, node.text) === undefined
            ? ` ${node.text} `
            : ` ${t('Suggested change: {0}', node.text)} `;
        case 'image':
          return node.text === '' ? t('Image') : node.text;
        case 'link':
          return plain(node.children);
        case 'part':
          return INLINE.has(node.name) ? plain(node.children) : `${plain(node.children)} `;
        case 'br':
        case 'hr':
        case 'box':
          return ' ';
      }
    })
    .join('');
}

/**
 * Punctuation without a meaning in Markdown where it is. The editor reads the Markdown of comments to screen readers, so
 * that it has as few codes as possible. A period or parenthesis after a digit could begin a list, and one after "www" a
 * link.
 */
const HARMLESS =
  /[?,;'"%/]|(?<=[\p{L}"'])(?<!www)\.(?=\s|$)|(?<=[\p{L}"'])[:!](?=\s)|(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/u;

/** Any text as Markdown that shows just this text. */
const literal = (text: string): string =>
  escapeInvisible(text).replace(LITERAL, (character, harmless?: string) =>
    harmless === undefined ? `&#${character.codePointAt(0) ?? 0xfffd};` : character,
  );
const LITERAL = new RegExp(`(${HARMLESS.source})|[^\\p{L}\\p{N} \\n]`, 'gu');

/** Parts that stand in a line, with what marks them; those that Markdown has no mark for are shown as they are. */
const INLINE = new Map<string, string>([
  ['em', '*'],
  ['strong', '**'],
  ['s', '~~'],
  ['del', '~~'],
  ['ins', ''],
  ['kbd', ''],
  ['sub', ''],
  ['sup', ''],
]);
type Part = Extract<MarkdownNode, { kind: 'part' }>;

class Writer {
  readonly #places: CommentPlaces;
  #suggestions = 0;

  constructor(places: CommentPlaces) {
    this.#places = places;
  }

  /** Blocks with blank lines between; what stands in a line without a block around it is a paragraph. */
  blocks(nodes: readonly MarkdownNode[]): string {
    const blocks: string[] = [];
    let line: MarkdownNode[] = [];
    const endLine = (): void => {
      const text = this.#inline(line).trim();
      if (text !== '') blocks.push(text);
      line = [];
    };
    for (const node of nodes) {
      const block = this.#block(node);
      if (block === undefined) line.push(node);
      else {
        endLine();
        if (block !== '') blocks.push(block);
      }
    }
    endLine();
    return blocks.join('\n\n');
  }

  /** Undefined for what stands in a line. */
  #block(node: MarkdownNode): string | undefined {
    if (node.kind === 'hr') return '---';
    if (node.kind === 'block') return this.#code(node);
    if (node.kind !== 'part' || INLINE.has(node.name)) return undefined;
    const level = /^h([1-6])$/.exec(node.name)?.[1];
    // Headings of a comment are no larger than their text needs.
    if (level !== undefined) return `**${this.#inline(node.children).replaceAll('\n', ' ').trim()}**`;
    if (node.name === 'blockquote') return indented(this.blocks(node.children), '> ', '> ');
    if (node.name === 'ul' || node.name === 'ol') return this.#list(node);
    if (node.name === 'table') return this.#table(node);
    return this.blocks(node.children);
  }

  #list(list: Part): string {
    let number = /^\d{1,9}$/.test(list.start) ? Number(list.start) : 1;
    return list.children
      .flatMap((item) => (item.kind === 'part' ? [item] : []))
      .map((item) => {
        const mark = list.name === 'ol' ? `${number++}. ` : '- ';
        return indented(this.blocks(item.children), mark, ' '.repeat(mark.length));
      })
      .join('\n');
  }

  #table(table: Part): string {
    const rows = partsOf(table, ['thead', 'tbody']).flatMap((section) => partsOf(section, ['tr']));
    const texts = rows.map((row) =>
      partsOf(row, ['th', 'td']).map((cell) => this.#inline(cell.children, true).replaceAll('\n', ' ')),
    );
    const [head = [], ...body] = texts.map((cells) => `| ${cells.join(' | ')} |`);
    return [head, `|${'---|'.repeat(texts[0]?.length ?? 1)}`, ...body].join('\n');
  }

  #code({ text, info }: { readonly text: string; readonly info: string }): string {
    const suggestion = suggestionOf(info, text);
    if (suggestion === undefined)
      return fenced(text.replace(/\n$/, ''), /^[\w+#-]{1,30}/.exec(info)?.[0] ?? '');
    const before = this.#places.suggestedOn?.(this.#suggestions++) ?? [];
    const lines = [...before.map((line) => `-${line}`), ...suggestion.lines.map((line) => `+${line}`)];
    return `**${literal(t('Suggested change'))}**\n\n${fenced(lines.join('\n'), 'diff')}`;
  }

  #inline(nodes: readonly MarkdownNode[], inCell = false): string {
    return nodes.map((node) => this.#piece(node, inCell)).join('');
  }

  #piece(node: MarkdownNode, inCell: boolean): string {
    switch (node.kind) {
      case 'text':
        return literal(node.text).replace(/\n +/g, '\n');
      case 'code':
        return inCell || node.text.trim() === '' ? literal(node.text) : code(node.text);
      case 'br':
        return inCell ? ' ' : '  \n';
      case 'box':
        return node.checked ? '☑ ' : '☐ ';
      case 'image':
        return this.#link(node.address, literal(node.text === '' ? t('Image') : t('Image: {0}', node.text)));
      case 'link':
        return this.#link(node.address, literal(plain(node.children)));
      case 'part': {
        const inside = this.#inline(node.children, inCell);
        const mark = INLINE.get(node.name) ?? '';
        // A mark does not hold beside a blank.
        return inside.trim() === inside && inside !== '' ? `${mark}${inside}${mark}` : inside;
      }
      case 'block':
      case 'hr':
        return ' ';
    }
  }

  #link(address: string, words: string): string {
    const link = address.startsWith('#')
      ? undefined
      : outwardLink(this.#whole(address), `${this.#places.project}/`);
    if (link === undefined) return words;
    return `[${words.replaceAll('\n', ' ')}](<${link.replace(/[<>\\\s]/g, encodeURIComponent).replaceAll('&', '&amp;')}>)`;
  }

  /** Uploads are named from the project's address. */
  #whole(address: string): string {
    return address.startsWith('/uploads/') ? `${this.#places.project}${address}` : address;
  }
}

const partsOf = ({ children }: Part, names: readonly string[]): readonly Part[] =>
  children.flatMap((child) => (child.kind === 'part' && names.includes(child.name) ? [child] : []));

const indented = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, index) => (line === '' && rest.trim() === '' ? '' : `${index === 0 ? first : rest}${line}`))
    .join('\n');

/** Backticks of which the text has no such run. */
const ticks = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));

function fenced(text: string, language: string): string {
  const fence = ticks(text, 3);
  return `${fence}${language}\n${escapeInvisible(text)}\n${fence}`;
}

function code(text: string): string {
  const fence = ticks(text, 1);
  const inside = escapeInvisible(text).replace(/\s+/g, ' ');
  const pad = inside.startsWith('`') || inside.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${inside}${pad}${fence}`;
}
