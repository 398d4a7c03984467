import { type Html, html } from '../html';
import type { MarkdownPart } from './nodes';

export const ALIGN: Readonly<Record<string, string | undefined>> = { center: 'to-center', right: 'to-end' };

/** Headings of a text are below those of the page. Wide tables scroll separately. */
export const PARTS: Readonly<Record<MarkdownPart, (inside: Html, className: string) => Html>> = {
  nothing: (inside) => inside,
  p: (inside) => html`<p dir="auto">${inside}</p>`,
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
  h1: (inside) => html`<h3>${inside}</h3>`,
  h2: (inside) => html`<h4>${inside}</h4>`,
  h3: (inside) => html`<h5>${inside}</h5>`,
  h4: (inside) => html`<h6>${inside}</h6>`,
  h5: (inside) => html`<h6>${inside}</h6>`,
  h6: (inside) => html`<h6>${inside}</h6>`,
  footnotes: (inside) => html`<ol class="footnotes">${inside}</ol>`,
  details: (inside) => html`<details>${inside}</details>`,
  summary: (inside) => html`<summary>${inside}</summary>`,
  kbd: (inside) => html`<kbd>${inside}</kbd>`,
  sub: (inside) => html`<sub>${inside}</sub>`,
  sup: (inside) => html`<sup>${inside}</sup>`,
  del: (inside) => html`<del>${inside}</del>`,
  ins: (inside) => html`<ins>${inside}</ins>`,
};
