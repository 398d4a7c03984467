import { t } from '../../base/localize';
import { finish, type Steps } from '../../base/slices';
import { suggestionOf } from '../../domain/discussions/suggestions';
import { escapeInvisible } from '../shared/escape-invisible';
import { outwardLink } from '../shared/external-link';
import { boundedMarkdown, boundedSteps } from '../shared/markdown/bounded';
import { isDrawn, languageOf } from '../shared/markdown/code';
import { alertName } from '../shared/markdown/elements';
import { firstNodes } from '../shared/markdown/first-nodes';
import type { MarkdownNode, TaskState } from '../shared/markdown/nodes';
import { noteLink } from '../shared/markdown/note-links';
import { type ReferenceMakers, referencesIn } from '../shared/markdown/references';
import { repositoryLink } from '../shared/markdown/repository-links';
import { fenced, inlineCode, withLineMarks } from './markdown-pieces';

export interface CommentPlaces {
  /** URL of the project, the base of links without a host. */
  readonly project: string;
  /** URL of the page that shows the comment, with drawings. */
  readonly page?: string | undefined;
  /** Resolve references, such as `#12`. Without them, references are text. */
  readonly references?: ReferenceMakers | undefined;
  /** The lines that a suggestion replaces, if known; `index` counts the suggestions of the comment from 0. */
  readonly suggestedOn?: ((index: number) => readonly string[] | undefined) | undefined;
}

/** Maximum number of characters to show; the web page shows the rest. */
export const MAX_CHARACTERS = 30_000;
/**
 * Maximum numbers of nodes, linked references, and table cells. VS Code searches comments for links in quadratic time,
 * which blocks the extensions of the window: 15,000 pieces of Markdown take more than a second, and 3,000 take 20 ms.
 */
export const MAX_NODES = 1_500;
const MAX_REFERENCES = 500;
const MAX_CELLS = 3_000;

/**
 * Returns a comment as Markdown for VS Code's comments. The Markdown is generated from the parsed tree, not
 * copied: special characters are escaped, links lead only to web pages and mail, and images become links, so
 * that none is loaded automatically.
 */
export const commentMarkdown = (text: string, places: CommentPlaces): string =>
  finish(commentSteps(text, places));

/** Writes a comment in steps, so that other tasks can run. */
export function* commentSteps(text: string, places: CommentPlaces): Steps<string> {
  const bounded = yield* boundedSteps(text, MAX_CHARACTERS);
  yield;
  const { nodes, isCut } = firstNodes(bounded.nodes, MAX_NODES);
  const writer = new Writer(places);
  const written = yield* writer.blockSteps(nodes);
  return isCut || bounded.isCut || writer.isCut
    ? `${written}\n\n*${literal(t("The rest of this comment isn't shown because the comment is too long."))}*`
    : written;
}

/** Returns the beginning of a comment without markup, on one line. */
export function excerpt(text: string, most = 80): string {
  const singleLine = escapeInvisible(plain(boundedMarkdown(text, 4 * most + 1_000).nodes))
    .replace(/\s+/g, ' ')
    .trim();
  return singleLine.length > most ? `${singleLine.slice(0, most - 1).trimEnd()}…` : singleLine;
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
        case 'alert':
          return `${alertName(node.alert)}: ${plain(node.title)} ${plain(node.children)} `;
        case 'footnote':
          return `${plain(node.children)} `;
        case 'part':
          return INLINE.has(node.name) ? plain(node.children) : `${plain(node.children)} `;
        case 'mark':
          return '';
        case 'box':
          return BOXES[node.state];
        case 'br':
        case 'hr':
          return ' ';
      }
    })
    .join('');
}

/**
 * Punctuation without a special meaning at its position. VS Code passes the Markdown of comments to screen
 * readers, so it must have as few escapes as possible. A period or parenthesis after a digit could start a
 * list, and a period after "www" a link.
 */
const HARMLESS =
  /[?,;'"%/]|(?<=[\p{L}"'])(?<!www)\.(?=\s|$)|(?<=[\p{L}"'])[:!](?=\s)|(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/u;

/** Returns Markdown that shows exactly this text. */
const literal = (text: string): string =>
  escapeInvisible(text).replace(LITERAL, (character, harmless?: string) =>
    harmless === undefined ? `&#${character.codePointAt(0) ?? 0xfffd};` : character,
  );
const LITERAL = new RegExp(`(${HARMLESS.source})|[^\\p{L}\\p{N} \\n]`, 'gu');

/** Inline parts and their marks; parts without a mark in Markdown are shown as text. */
const INLINE = new Map<string, string>([
  ['em', '*'],
  ['strong', '**'],
  ['s', '~~'],
  ['del', '~~'],
  ['ins', ''],
  ['kbd', ''],
  ['sub', ''],
  ['sup', ''],
  ['span', ''],
]);
type Part = Extract<MarkdownNode, { kind: 'part' }>;

const isBlock = (node: MarkdownNode): boolean =>
  node.kind === 'part' ? !INLINE.has(node.name) : ['block', 'hr', 'alert', 'footnote'].includes(node.kind);
/** True if an inline part contains blocks, as raw HTML can. */
const hasBlocks = (node: MarkdownNode): boolean =>
  'children' in node && node.children.some((child) => isBlock(child) || hasBlocks(child));

/** Maximum number of columns of a table cell. */
const MAX_SPAN = 10;

const BOXES: Readonly<Record<TaskState, string>> = { checked: '☑ ', open: '☐ ', inapplicable: '☐ ' };

class Writer {
  readonly #places: CommentPlaces;
  #suggestions = 0;
  #references = 0;
  #cells = MAX_CELLS;
  #isCut = false;

  constructor(places: CommentPlaces) {
    this.#places = places;
  }

  /** True if tables have more cells than were written. */
  get isCut(): boolean {
    return this.#isCut;
  }

  blocks(nodes: readonly MarkdownNode[]): string {
    return finish(this.blockSteps(nodes));
  }

  /**
   * Returns blocks separated by empty lines, with a step for each node. Inline content outside of a block becomes a
   * paragraph.
   */
  *blockSteps(nodes: readonly MarkdownNode[]): Steps<string> {
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
      yield;
    }
    endLine();
    return blocks.join('\n\n');
  }

  /** Returns undefined for inline content. */
  #block(node: MarkdownNode): string | undefined {
    if (node.kind === 'hr') return '---';
    if (node.kind === 'block') return this.#code(node);
    if (node.kind === 'alert') return this.#alert(node);
    if (node.kind === 'footnote') {
      const mark = `${node.number}. `;
      return withLineMarks(this.blocks(node.children), mark, ' '.repeat(mark.length));
    }
    if (node.kind !== 'part') return undefined;
    if (INLINE.has(node.name)) return hasBlocks(node) ? this.blocks(node.children) : undefined;
    const level = /^h([1-6])$/.exec(node.name)?.[1];
    // Headings of a comment have the size of its text.
    if (level !== undefined) return `**${this.#inline(node.children).replaceAll('\n', ' ').trim()}**`;
    if (node.name === 'blockquote') return withLineMarks(this.blocks(node.children), '> ', '> ');
    if (node.name === 'ul' || node.name === 'ol') return this.#list(node);
    if (node.name === 'table') return this.#table(node);
    if (node.name === 'summary' || node.name === 'dt')
      return `**${this.#inline(node.children).replaceAll('\n', ' ').trim()}**`;
    return this.blocks(node.children);
  }

  #alert({ alert, title, children }: Extract<MarkdownNode, { kind: 'alert' }>): string {
    const own = plain(title).trim();
    const heading = own === '' ? alertName(alert) : `${alertName(alert)}: ${own}`;
    return withLineMarks(`**${literal(heading)}**\n\n${this.blocks(children)}`, '> ', '> ');
  }

  #list(list: Part): string {
    let number = /^\d{1,9}$/.test(list.start) ? Number(list.start) : 1;
    return list.children
      .flatMap((item) => (item.kind === 'part' ? [item] : []))
      .map((item) => {
        const mark = list.name === 'ol' ? `${number++}. ` : '- ';
        return withLineMarks(this.blocks(item.children), mark, ' '.repeat(mark.length));
      })
      .join('\n');
  }

  #table(table: Part): string {
    const rows = table.children.flatMap((section) =>
      section.kind !== 'part' ? [] : section.name === 'tr' ? [section] : partsOf(section, ['tr']),
    );
    const texts = rows.map((row) => partsOf(row, ['th', 'td']).flatMap((cell) => this.#cell(cell)));
    if (texts.length === 0) return '';
    const columns = Math.max(1, ...texts.map(({ length }) => length));
    // Markdown shows only the columns of the first row, and fills shorter rows.
    const first = Array.from({ length: columns }, (_, index) => texts[0]?.[index] ?? '');
    const count = Math.max(1, Math.floor(this.#cells / columns));
    this.#cells -= Math.min(count, texts.length) * columns;
    this.#isCut ||= count < texts.length;
    const [head = '', ...body] = [first, ...texts.slice(1, count)].map((cells) => `| ${cells.join(' | ')} |`);
    return [head, `|${'---|'.repeat(columns)}`, ...body].join('\n');
  }

  /** Returns the text of a cell on one line, and empty cells for the other columns that it extends over. */
  #cell({ children, span }: Part): readonly string[] {
    const text = this.#inline(children, true).replace(/\s+/g, ' ').trim();
    return [text, ...Array.from({ length: Math.min(span?.columns ?? 1, MAX_SPAN) - 1 }, () => '')];
  }

  #code({ text, info }: { readonly text: string; readonly info: string }): string {
    const suggestion = suggestionOf(info, text);
    if (suggestion === undefined) {
      const block = fenced(text.replace(/\n$/, ''), /^[\w+#-]{1,30}/.exec(info)?.[0] ?? '');
      const { page } = this.#places;
      return page === undefined || !isDrawn(languageOf(info))
        ? block
        : `${this.#link(page, literal(t('Open in Browser')))}\n\n${block}`;
    }
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
        return this.#text(node.text);
      case 'code':
        return inCell || node.text.trim() === '' ? literal(node.text) : inlineCode(node.text);
      case 'br':
        return inCell ? ' ' : '  \n';
      case 'box':
        return BOXES[node.state];
      case 'mark':
        return literal(`[${node.number}]`);
      case 'image':
        return this.#link(node.address, literal(node.text === '' ? t('Image') : t('Image: {0}', node.text)));
      case 'link':
        return this.#link(node.address, literal(plain(node.children)));
      case 'part': {
        const inside = this.#inline(node.children, inCell);
        const mark = INLINE.get(node.name);
        if (mark === undefined) return ` ${inside} `;
        // Marks next to spaces have no effect.
        return inside.trim() === inside && inside !== '' ? `${mark}${inside}${mark}` : inside;
      }
      // Blocks in a cell or a title.
      case 'block':
        return ` ${literal(node.text)} `;
      case 'hr':
        return ' ';
      case 'alert':
      case 'footnote':
        return ` ${literal(plain([node]))} `;
    }
  }

  #text(text: string): string {
    return [...referencesIn(text, this.#places.references ?? {})]
      .map((piece) => {
        if (typeof piece === 'string') return literal(piece).replace(/\n +/g, '\n');
        if (++this.#references > MAX_REFERENCES) return literal(piece.text);
        return this.#link(piece.address, literal(piece.kind === 'label' ? `~${piece.text}` : piece.text));
      })
      .join('');
  }

  #link(address: string, label: string): string {
    const { page, project } = this.#places;
    const link = address.startsWith('#')
      ? outwardLink(noteLink(address, page) ?? '')
      : outwardLink(this.#whole(address), `${project}/`);
    if (link === undefined) return label;
    return `[${label.replaceAll('\n', ' ')}](<${link.replace(/[<>\\\s]/g, encodeURIComponent).replaceAll('&', '&amp;')}>)`;
  }

  /** Uploads are relative to the project's URL, and paths are relative to its repository. */
  #whole(address: string): string {
    const { project } = this.#places;
    if (address.startsWith('/uploads/')) return `${project}${address}`;
    return repositoryLink(address, project) ?? address;
  }
}

const partsOf = ({ children }: Part, names: readonly string[]): readonly Part[] =>
  children.flatMap((child) => (child.kind === 'part' && names.includes(child.name) ? [child] : []));
