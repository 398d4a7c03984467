import type { CellSpan, MarkdownPart } from './nodes';
import type { TagPiece } from './tags';

/** An element of raw HTML. */
export interface RawElement {
  /** `span` and `div` show only their content. */
  readonly part: MarkdownPart;
  /** True if the element ends a paragraph. */
  readonly isBlock?: true;
  /** The parent elements in which the element is shown. In others, only its content is shown. */
  readonly inside?: readonly string[];
  /** Open elements that it closes, up to one of `inside`. */
  readonly closes?: readonly string[];
}

const TABLE_SECTIONS = ['thead', 'tbody', 'tfoot'];
const content: RawElement = { part: 'span' };
const block = (part: MarkdownPart): RawElement => ({ part, isBlock: true });
const section = (part: MarkdownPart): RawElement => ({
  part,
  isBlock: true,
  inside: ['table'],
  closes: [...TABLE_SECTIONS, 'tr', 'td', 'th'],
});
const cell = (part: MarkdownPart): RawElement => ({
  part,
  isBlock: true,
  inside: ['tr'],
  closes: ['td', 'th'],
});
const item = (part: MarkdownPart, inside: readonly string[], closes: readonly string[]): RawElement => ({
  part,
  isBlock: true,
  inside,
  closes,
});

/**
 * The elements that the service shows, by name, without links, images, and line breaks. Others are shown as text. From
 * the service's documentation of inline HTML, and the list of the library `html-pipeline` that it refers to.
 */
export const RAW_ELEMENTS: ReadonlyMap<string, RawElement> = new Map<string, RawElement>([
  ...(['em', 'strong', 's', 'del', 'ins', 'kbd', 'sub', 'sup', 'code'] as const).map(
    (part) => [part, { part }] as const,
  ),
  ...(['i', 'cite', 'dfn', 'var'] as const).map((name) => [name, { part: 'em' }] as const),
  ['b', { part: 'strong' }],
  ['strike', { part: 's' }],
  ['samp', { part: 'code' }],
  ['tt', { part: 'code' }],
  ...['abbr', 'bdi', 'bdo', 'mark', 'picture', 'q', 'small', 'span', 'time', 'ruby', 'rb', 'rp', 'rt'].map(
    (name) => [name, content] as const,
  ),
  ...(['p', 'div', 'blockquote', 'ul', 'ol', 'table', 'pre', 'details'] as const).map(
    (part) => [part, block(part)] as const,
  ),
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((part) => [part, block(part)] as const),
  ...['figure', 'figcaption', 'caption', 'center', 'section'].map((name) => [name, block('div')] as const),
  ['dl', block('dl')],
  ['summary', { part: 'summary', isBlock: true, inside: ['details'] }],
  ['li', item('li', ['ul', 'ol'], ['li'])],
  ['dt', item('dt', ['dl'], ['dt', 'dd'])],
  ['dd', item('dd', ['dl'], ['dt', 'dd'])],
  ['thead', section('thead')],
  ['tbody', section('tbody')],
  ['tfoot', section('tbody')],
  ['tr', item('tr', ['table', ...TABLE_SECTIONS], ['tr', 'td', 'th'])],
  ['td', cell('td')],
  ['th', cell('th')],
]);

/** Elements without content. Only `br` and `hr` are visible: sources are variants of an image. */
export const EMPTY_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'source', 'wbr']);

/** True for tags that aren't shown as text. */
export const isShownTag = (name: string): boolean =>
  RAW_ELEMENTS.has(name) || EMPTY_ELEMENTS.has(name) || name === 'a' || name === 'img';

/** The only content of elements, as the name of the part that text in them is shown as; undefined: nothing else. */
export const CONTAINERS: Readonly<Record<string, MarkdownPart | 'after' | undefined>> = {
  ul: 'li',
  ol: 'li',
  dl: 'dd',
  table: 'after',
  thead: 'after',
  tbody: 'after',
  tfoot: 'after',
  tr: 'after',
};

type Opening = Extract<TagPiece, { kind: 'open' }>;

/** Returns the alignment of an element: `center`, `right`, or nothing. */
export const alignOf = ({ name, attributes }: Opening): string =>
  name === 'center' ? 'center' : (attributes.get('align') ?? '').trim().toLowerCase();

/** Returns what else an element has: the first number of a list, the language of code, or that details are open. */
export function detailOf({ name, attributes }: Opening): string {
  if (name === 'ol') return attributes.get('start') ?? '';
  if (name === 'details') return attributes.has('open') ? 'open' : '';
  if (name !== 'pre' && name !== 'code') return '';
  const lang = name === 'pre' ? attributes.get('lang') : undefined;
  const language = lang ?? languageIn(attributes.get('class'));
  // Only Markdown can suggest changes.
  return /^\s*suggestion/.test(language) ? '' : language;
}

/** Returns the columns and rows of a cell; undefined for a single one. */
export function cellSpanOf({ name, attributes }: Opening): CellSpan | undefined {
  if (name !== 'td' && name !== 'th') return undefined;
  const [columns, rows] = ['colspan', 'rowspan'].map((each) => {
    const number = /^\s*(\d{1,3})\s*$/.exec(attributes.get(each) ?? '')?.[1];
    return Math.min(Math.max(Number(number ?? 1), 1), MAX_SPAN);
  });
  return columns === 1 && rows === 1 ? undefined : { columns: columns ?? 1, rows: rows ?? 1 };
}

/** Maximum number of columns or rows of a cell. */
const MAX_SPAN = 50;

const languageIn = (classes = ''): string =>
  /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]{1,30})/.exec(classes)?.[1] ?? '';

/** Returns a width or height, such as `200` (pixels) or `50%`; undefined for other values. */
export const lengthOfImage = (given: string | undefined): string | undefined =>
  /^\s*(\d{1,4}%?)(?:px)?\s*$/.exec(given ?? '')?.[1];
