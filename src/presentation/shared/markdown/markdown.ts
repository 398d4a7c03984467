import { t } from '../../../base/localize';
import { outwardLink } from '../external-link';
import { attributes, type Html, html } from '../html';
import { type ReferenceMakers, referencesIn } from './references';
import { type MarkdownNode, type MarkdownPart, markdownTree } from './tree';

/** Where a text comes from: what its links are read against, and how its references become addresses. */
export interface MarkdownPlaces extends ReferenceMakers {
  /** The server's address. */
  readonly base: string;
  /** The web address of the project that the text belongs to. */
  readonly project?: string | undefined;
}

/** Characters that are shown: more are worth a page of the browser, and would keep this one busy. */
const MAX_CHARACTERS = 100_000;

/**
 * A Markdown text of a server as markup of ours. Nothing in it is the server's own markup, no link leads to anything
 * but a page or mail, and no image is loaded before a person asks for it.
 */
export function markdown(text: string, places: MarkdownPlaces): Html {
  const cut = text.length > MAX_CHARACTERS;
  const shown = cut ? text.slice(0, MAX_CHARACTERS).replace(/\n[^\n]*$/, '') : text;
  const writer = new Writer(places);
  return html`<div class="markdown" dir="auto">${writer.nodes(markdownTree(shown), false)}${
    cut &&
    html`<p class="notice"><span>${t("The rest of this text isn't shown because the text is too long.")}</span></p>`
  }</div>`;
}

class Writer {
  readonly #places: MarkdownPlaces;

  constructor(places: MarkdownPlaces) {
    this.#places = places;
  }

  nodes(nodes: readonly MarkdownNode[], inLink: boolean): Html {
    return html`${nodes.map((node) => this.#node(node, inLink))}`;
  }

  #node(node: MarkdownNode, inLink: boolean): Html {
    switch (node.kind) {
      case 'text':
        return inLink ? html`${node.text}` : this.#text(node.text);
      case 'code':
        return html`<code>${node.text}</code>`;
      case 'block':
        return html`<pre tabindex="0"><code>${node.text}</code></pre>`;
      case 'br':
        return html`<br>`;
      case 'hr':
        return html`<hr>`;
      case 'box':
        return html`<input type="checkbox" disabled aria-label="${node.label}" ${attributes({ checked: node.checked })}>`;
      case 'image':
        return this.#image(node.address, node.text, inLink);
      case 'link':
        return this.#link(node.address, this.nodes(node.children, true), inLink);
      case 'part':
        if (node.name === 'ol' && /^\d{1,9}$/.test(node.start))
          return html`<ol start="${node.start}">${this.nodes(node.children, inLink)}</ol>`;
        return PARTS[node.name](this.nodes(node.children, inLink), ALIGN[node.align] ?? '');
    }
  }

  #text(text: string): Html {
    const pieces = referencesIn(text, this.#places).map((piece) =>
      typeof piece === 'string' ? html`${piece}` : this.#link(piece.address, html`${piece.text}`, false),
    );
    return html`${pieces}`;
  }

  #link(address: string, inside: Html, inLink: boolean): Html {
    const link = this.#resolve(address);
    if (link === undefined || inLink) return inside;
    return html`<a href="${link}" title="${link}" data-act="open-link">${inside}</a>`;
  }

  /** A button in the place of an image of the same server; a link in the place of any other. */
  #image(address: string, text: string, inLink: boolean): Html {
    const link = this.#resolve(address);
    const name = text.trim();
    const what = name === '' ? t('Image') : t('Image: {0}', name);
    if (link === undefined || inLink) return html`${what}`;
    if (new URL(link).origin !== new URL(this.#places.base).origin)
      return this.#link(link, html`${what}`, false);
    return html`<button type="button" class="image" data-act="show-image" value="${link}" data-alt="${name}">${name === '' ? t('Show Image') : t('Show Image: {0}', name)}</button>`;
  }

  /** Uploads are named from the project's address, other paths from the server's or the project's own. */
  #resolve(address: string): string | undefined {
    const { base, project } = this.#places;
    if (address === '' || address.startsWith('#')) return undefined;
    if (project !== undefined && address.startsWith('/uploads/')) return outwardLink(`${project}${address}`);
    return outwardLink(address, `${project ?? base}/`);
  }
}

const ALIGN: Readonly<Record<string, string | undefined>> = { center: 'to-center', right: 'to-end' };

/** Headings of a text stand below those of the page. Wide tables scroll in themselves. */
const PARTS: Readonly<Record<MarkdownPart, (inside: Html, look: string) => Html>> = {
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
  th: (inside, look) => html`<th class="${look}">${inside}</th>`,
  td: (inside, look) => html`<td class="${look}">${inside}</td>`,
  h1: (inside) => html`<h3>${inside}</h3>`,
  h2: (inside) => html`<h4>${inside}</h4>`,
  h3: (inside) => html`<h5>${inside}</h5>`,
  h4: (inside) => html`<h6>${inside}</h6>`,
  h5: (inside) => html`<h6>${inside}</h6>`,
  h6: (inside) => html`<h6>${inside}</h6>`,
  details: (inside) => html`<details>${inside}</details>`,
  summary: (inside) => html`<summary>${inside}</summary>`,
  kbd: (inside) => html`<kbd>${inside}</kbd>`,
  sub: (inside) => html`<sub>${inside}</sub>`,
  sup: (inside) => html`<sup>${inside}</sup>`,
  del: (inside) => html`<del>${inside}</del>`,
  ins: (inside) => html`<ins>${inside}</ins>`,
};
