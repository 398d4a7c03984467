import { t } from '../../base/localize';
import { finish, type Steps } from '../../base/slices';
import { suggestionOf } from '../../domain/discussions/suggestions';
import { escapedSteps, escapeInvisible, partsToEscape } from '../shared/escape-invisible';
import { outwardLink } from '../shared/external-link';
import { boundedMarkdown, boundedSteps } from '../shared/markdown/bounded';
import { isDrawn, languageOf } from '../shared/markdown/code';
import { alertName } from '../shared/markdown/elements';
import { firstNodes } from '../shared/markdown/first-nodes';
import type { MarkdownNode, TaskState } from '../shared/markdown/nodes';
import { type ReferenceMakers, referencesIn } from '../shared/markdown/references';
import { repositoryLink, noteLink } from '../shared/markdown/repository-links';
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
/** Returns the result of `literal` in steps. */
function* literalSteps(text: string): Steps<string> {
  let written = '';
  for (const part of partsToEscape(text)) {
    written += literal(part);
    yield;
  }
  return written;
}

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

  /**
   * Returns blocks separated by empty lines, with a step for each node. Inline content outside of a block becomes a
   * paragraph.
   */
  *blockSteps(nodes: readonly MarkdownNode[]): Steps<string> {
    const blocks: string[] = [];
    /** Inline content outside of a block. */
    let line: MarkdownNode[] = [];
    for (const node of nodes) {
      const block = yield* this.#block(node);
      if (block === undefined) line.push(node);
      else {
        blocks.push((yield* this.#inline(line)).trim(), block);
        line = [];
      }
      yield;
    }
    blocks.push((yield* this.#inline(line)).trim());
    return blocks.filter((block) => block !== '').join('\n\n');
  }

  /** Returns undefined for inline content. */
  *#block(node: MarkdownNode): Steps<string | undefined> {
    if (node.kind === 'hr') return '---';
    if (node.kind === 'block') return this.#code(node, yield* escapedSteps(node.text));
    if (node.kind === 'alert') return yield* this.#alert(node);
    if (node.kind === 'footnote') return yield* this.#marked(node.children, `${node.number}. `);
    if (node.kind !== 'part') return undefined;
    if (INLINE.has(node.name)) return hasBlocks(node) ? yield* this.blockSteps(node.children) : undefined;
    // Headings of a comment have the size of its text.
    if (/^(?:h[1-6]|summary|dt)$/.test(node.name))
      return `**${(yield* this.#inline(node.children)).replaceAll('\n', ' ').trim()}**`;
    const { name, children } = node;
    if (name === 'blockquote') return withLineMarks(yield* this.blockSteps(children), '> ', '> ');
    if (name === 'ul' || name === 'ol') return yield* this.#list(node);
    if (name === 'table') return yield* this.#table(node);
    return yield* this.blockSteps(children);
  }

  /** Returns blocks with a mark before the first line, and spaces before the others. */
  *#marked(children: readonly MarkdownNode[], mark: string): Steps<string> {
    return withLineMarks(yield* this.blockSteps(children), mark, ' '.repeat(mark.length));
  }

  *#alert({ alert, title, children }: Extract<MarkdownNode, { kind: 'alert' }>): Steps<string> {
    const own = plain(title).trim();
    const heading = own === '' ? alertName(alert) : `${alertName(alert)}: ${own}`;
    const inside = yield* this.blockSteps(children);
    return withLineMarks(`**${literal(heading)}**\n\n${inside}`, '> ', '> ');
  }

  *#list(list: Part): Steps<string> {
    let number = /^\d{1,9}$/.test(list.start) ? Number(list.start) : 1;
    const items: string[] = [];
    for (const item of list.children)
      if (item.kind === 'part')
        items.push(yield* this.#marked(item.children, list.name === 'ol' ? `${number++}. ` : '- '));
    return items.join('\n');
  }

  /** Writes a table with a step for each row. */
  *#table(table: Part): Steps<string> {
    const rows = table.children.flatMap((section) =>
      section.kind !== 'part' ? [] : section.name === 'tr' ? [section] : partsOf(section, ['tr']),
    );
    const texts: string[][] = [];
    for (const row of rows) {
      const cells: string[] = [];
      for (const cell of partsOf(row, ['th', 'td'])) cells.push(...(yield* this.#cell(cell)));
      texts.push(cells);
      yield;
    }
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
  *#cell({ children, span }: Part): Steps<readonly string[]> {
    const text = (yield* this.#inline(children, true)).replace(/\s+/g, ' ').trim();
    return [text, ...Array.from({ length: Math.min(span?.columns ?? 1, MAX_SPAN) - 1 }, () => '')];
  }

  #code({ text, info }: { readonly text: string; readonly info: string }, escaped: string): string {
    const suggestion = suggestionOf(info, text);
    if (suggestion === undefined) {
      const block = fenced(escaped.replace(/\n$/, ''), /^[\w+#-]{1,30}/.exec(info)?.[0] ?? '');
      const { page } = this.#places;
      return page === undefined || !isDrawn(languageOf(info))
        ? block
        : `${this.#link(page, literal(t('Open in Browser')))}\n\n${block}`;
    }
    const before = this.#places.suggestedOn?.(this.#suggestions++) ?? [];
    const lines = [...before.map((line) => `-${line}`), ...suggestion.lines.map((line) => `+${line}`)];
    return `**${literal(t('Suggested change'))}**\n\n${fenced(lines.join('\n'), 'diff')}`;
  }

  *#inline(nodes: readonly MarkdownNode[], inCell = false): Steps<string> {
    let written = '';
    for (const node of nodes) written += yield* this.#piece(node, inCell);
    return written;
  }

  *#piece(node: MarkdownNode, inCell: boolean): Steps<string> {
    switch (node.kind) {
      case 'text':
        return yield* this.#text(node.text);
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
        const inside = yield* this.#inline(node.children, inCell);
        const mark = INLINE.get(node.name);
        if (mark === undefined) return ` ${inside} `;
        const text = inside.trim();
        if (text === '') return inside;
        // Marks next to spaces have no effect.
        const start = inside.indexOf(text);
        return `${inside.slice(0, start)}${mark}${text}${mark}${inside.slice(start + text.length)}`;
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

  /** Writes a text with a step for each reference. */
  *#text(text: string): Steps<string> {
    let written = '';
    for (const piece of referencesIn(text, this.#places.references ?? {})) {
      if (typeof piece === 'string') written += (yield* literalSteps(piece)).replace(/\n +/g, '\n');
      else if (++this.#references > MAX_REFERENCES) written += literal(piece.text);
      else
        written += this.#link(piece.address, literal(piece.kind === 'label' ? `~${piece.text}` : piece.text));
      yield;
    }
    return written;
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
