import { Parser } from 'htmlparser2';
import type { MarkdownNode } from '../../../../src/presentation/shared/markdown/tree';

/** Elements of blocks, around which white space isn't shown. */
const BLOCK = /\s*(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|div|table|t[rdh])(?: [^>]*)?>)\s*/g;

/** Elements that are shown like others. */
const SAME: Readonly<Record<string, string | undefined>> = { i: 'em', b: 'strong' };

/** Returns a tree as HTML without what only this extension adds. */
export const formOfTree = (nodes: readonly MarkdownNode[]): string => compact(nodes.map(form).join(''));

/**
 * Returns HTML without titles of links and languages of code: the tree doesn't contain them, or they are shown
 * elsewhere.
 */
export function formOfHtml(markup: string): string {
  const pieces: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'a') pieces.push(`<a ${addressForm(attributes['href'] ?? '')}>`);
      else if (name === 'img')
        pieces.push(`<img ${addressForm(attributes['src'] ?? '')} ${attributes['alt'] ?? ''}>`);
      else if (name === 'ol' && attributes['start'] !== undefined) pieces.push(`<ol ${attributes['start']}>`);
      else pieces.push(`<${SAME[name] ?? name}>`);
    },
    ontext: (text) => pieces.push(escaped(text)),
    onclosetag: (name) => {
      if (!['img', 'br', 'hr'].includes(name)) pieces.push(`</${SAME[name] ?? name}>`);
    },
  });
  parser.end(markup);
  return compact(pieces.join(''));
}

function form(node: MarkdownNode): string {
  switch (node.kind) {
    case 'text':
      return escaped(node.text);
    case 'code':
      return `<code>${escaped(node.text)}</code>`;
    case 'block':
      return `<pre><code>${escaped(node.text)}</code></pre>`;
    case 'br':
    case 'hr':
      return `<${node.kind}>`;
    case 'image':
      return `<img ${addressForm(node.address)} ${node.text}>`;
    case 'link':
      return `<a ${addressForm(node.address)}>${node.children.map(form).join('')}</a>`;
    case 'part': {
      const inside = node.children.map(form).join('');
      if (node.name === 'nothing') return inside;
      return `<${node.name}${node.start === '' ? '' : ` ${node.start}`}>${inside}</${node.name}>`;
    }
    case 'alert':
    case 'box':
    case 'footnote':
    case 'mark':
      return `<${node.kind}>`;
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const addressForm = (address: string): string => encodeURI(decodeURI(address));

/** Removes white space between blocks, but not in code. */
const compact = (markup: string): string =>
  markup
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre>') ? part : part.replace(BLOCK, '$1')))
    .join('')
    .replace(/<br>\n/g, '<br>')
    .trim();
