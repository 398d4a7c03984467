import { type Attributes, attributes, type Html, html } from '../html';
import type { MarkdownNode, MarkdownPart } from './nodes';

export const ALIGN: Readonly<Record<string, string | undefined>> = { center: 'to-center', right: 'to-end' };

const classOf = (name: string): Attributes => attributes({ class: name === '' ? undefined : name });

/** Headings of a text are below those of the page. Wide tables scroll separately. */
export const PARTS: Readonly<Record<MarkdownPart, (inside: Html, className: string) => Html>> = {
  nothing: (inside) => inside,
  p: (inside, name) => html`<p dir="auto"${classOf(name)}>${inside}</p>`,
  div: (inside, name) => html`<div${classOf(name)}>${inside}</div>`,
  span: (inside) => inside,
  pre: (inside) => html`<pre>${inside}</pre>`,
  code: (inside) => html`<code>${inside}</code>`,
  dl: (inside) => html`<dl>${inside}</dl>`,
  dt: (inside) => html`<dt>${inside}</dt>`,
  dd: (inside) => html`<dd>${inside}</dd>`,
  em: (inside) => html`<em>${inside}</em>`,
  strong: (inside) => html`<strong>${inside}</strong>`,
  s: (inside) => html`<s>${inside}</s>`,
  blockquote: (inside) => html`<blockquote>${inside}</blockquote>`,
  ul: (inside) => html`<ul>${inside}</ul>`,
  ol: (inside) => html`<ol>${inside}</ol>`,
  li: (inside) => html`<li>${inside}</li>`,
  task: (inside) => html`<li class="task">${inside}</li>`,
  table: (inside) => html`<div class="table" tabindex="0"><table>${inside}</table></div>`,
  thead: (inside) => html`<thead>${inside}</thead>`,
  tbody: (inside) => html`<tbody>${inside}</tbody>`,
  tr: (inside) => html`<tr>${inside}</tr>`,
  th: (inside, className) => html`<th class="${className}">${inside}</th>`,
  td: (inside, className) => html`<td class="${className}">${inside}</td>`,
  h1: (inside, name) => html`<h3${classOf(name)}>${inside}</h3>`,
  h2: (inside, name) => html`<h4${classOf(name)}>${inside}</h4>`,
  h3: (inside, name) => html`<h5${classOf(name)}>${inside}</h5>`,
  h4: (inside, name) => html`<h6${classOf(name)}>${inside}</h6>`,
  h5: (inside, name) => html`<h6${classOf(name)}>${inside}</h6>`,
  h6: (inside, name) => html`<h6${classOf(name)}>${inside}</h6>`,
  footnotes: (inside) => html`<ol class="footnotes">${inside}</ol>`,
  details: (inside) => html`<details>${inside}</details>`,
  summary: (inside) => html`<summary>${inside}</summary>`,
  kbd: (inside) => html`<kbd>${inside}</kbd>`,
  sub: (inside) => html`<sub>${inside}</sub>`,
  sup: (inside) => html`<sup>${inside}</sup>`,
  del: (inside) => html`<del>${inside}</del>`,
  ins: (inside) => html`<ins>${inside}</ins>`,
};

/** Returns a table cell that extends over several columns or rows. */
export function spanningCell(
  { name, align, span }: Extract<MarkdownNode, { kind: 'part' }>,
  inside: Html,
): Html {
  const given = attributes({
    class: ALIGN[align],
    colspan: span?.columns === 1 ? undefined : span?.columns,
    rowspan: span?.rows === 1 ? undefined : span?.rows,
  });
  return name === 'th' ? html`<th${given}>${inside}</th>` : html`<td${given}>${inside}</td>`;
}
