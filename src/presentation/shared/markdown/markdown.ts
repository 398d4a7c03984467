import { t } from '../../../base/localize';
import { finish, type Steps } from '../../../base/slices';
import { linesOf, taskIn } from '../../../domain/shared/tasks';
import type { TaskAct, TaskOwner } from '../../../schemas/task-act';
import { outwardLink } from '../external-link';
import { attributes, type Html, html } from '../html';
import { boundedSteps } from './bounded';
import { alert, codeBlockSteps, footnote, footnoteMark, labelChip, plainSteps } from './elements';
import type { MarkdownNode, MarkdownPart, TaskBox } from './nodes';
import { ALIGN, PARTS, spanningCell } from './parts';
import { type ReferenceMakers, type ReferencePiece, referencesIn } from './references';
import { repositoryLink, noteLink } from './repository-links';
import { isUpload } from './uploads';

/**
 * Returns JSON without characters that change how the text around them is read: bidirectional marks, line and
 * paragraph separators, and lone surrogates are escaped. Parsing it gives the same value.
 */
const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The server, project, and page of a text, with which its links and references are resolved. */
export interface MarkdownPlaces extends ReferenceMakers {
  /** Server URL. */
  readonly base: string;
  /** URL of the project that the text belongs to. */
  readonly project?: string | undefined;
  /** URL of the page that shows the text, with drawings. */
  readonly page?: string | undefined;
}

/** The tasks of a text, if the user can check and uncheck them. */
export interface ToggledTasks {
  readonly owner: TaskOwner;
  /** Lines of tasks that are being changed. */
  readonly pending: readonly number[];
}

/** Maximum number of characters to show. Longer texts would make the page slow. */
export const MAX_SHOWN_CHARACTERS = 100_000;

/**
 * Converts Markdown from a server to HTML. The result contains no markup from the server, links lead only to
 * web pages and mail, and images are loaded only from the same server. With `tasks`, checkboxes are enabled.
 */
export const markdown = (text: string, places: MarkdownPlaces, tasks?: ToggledTasks): Html =>
  finish(markdownSteps(text, places, tasks));

/** Converts Markdown in steps. */
export function* markdownSteps(text: string, places: MarkdownPlaces, tasks?: ToggledTasks): Steps<Html> {
  const { nodes, source, isCut } = yield* boundedSteps(text, MAX_SHOWN_CHARACTERS);
  yield;
  const writer = new Writer(source, places, { tasks, headings: consecutive(nodes) });
  const written = yield* writer.nodes(nodes, false);
  return html`<div class="markdown" dir="auto">${written}${
    isCut &&
    html`<p class="notice"><span>${t("The rest of this text isn't shown because the text is too long.")}</span></p>`
  }</div>`;
}

/** Maximum number of references to link in a text. */
const MAX_REFERENCES = 2_000;

type Image = Extract<MarkdownNode, { kind: 'image' }>;
type Part = Extract<MarkdownNode, { kind: 'part' }>;

const HEADINGS: readonly MarkdownPart[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Returns headings by those of the text, without the levels that the text skips. */
function consecutive(nodes: readonly MarkdownNode[]): ReadonlyMap<MarkdownPart, MarkdownPart> {
  const used = new Set<MarkdownPart>();
  const collect = (all: readonly MarkdownNode[]): void => {
    for (const node of all) {
      if (node.kind === 'part') used.add(node.name);
      if ('children' in node) collect(node.children);
    }
  };
  collect(nodes);
  const found = HEADINGS.filter((each) => used.has(each));
  return new Map(found.map((each, index) => [each, HEADINGS[index] ?? each]));
}

interface WriterOptions {
  readonly tasks: ToggledTasks | undefined;
  readonly headings: ReadonlyMap<MarkdownPart, MarkdownPart>;
}

class Writer {
  readonly #places: MarkdownPlaces;
  readonly #headings: WriterOptions['headings'];
  readonly #tasks: ToggledTasks | undefined;
  /** The lines of the source, if tasks can be toggled. */
  readonly #lines: readonly string[];
  #references = 0;

  constructor(source: string, places: MarkdownPlaces, { tasks, headings }: WriterOptions) {
    this.#places = places;
    this.#headings = headings;
    this.#tasks = tasks;
    this.#lines = tasks === undefined ? [] : linesOf(source);
  }

  /** Writes nodes, with a step for each of them. */
  *nodes(nodes: readonly MarkdownNode[], inLink: boolean): Steps<Html> {
    const written: Html[] = [];
    for (const node of nodes) {
      written.push(yield* this.#node(node, inLink));
      yield;
    }
    return html`${written}`;
  }

  *#node(node: MarkdownNode, inLink: boolean): Steps<Html> {
    switch (node.kind) {
      case 'text':
        return yield* inLink ? plainSteps(node.text) : this.#text(node.text);
      case 'code':
        return node.math ? html`<code class="math">${node.text}</code>` : html`<code>${node.text}</code>`;
      case 'block':
        return yield* codeBlockSteps(node, this.#places.page);
      case 'br':
        return html`<br>`;
      case 'hr':
        return html`<hr>`;
      case 'box':
        return this.#box(node);
      case 'mark':
        return inLink ? html`<sup>${node.number}</sup>` : footnoteMark(node.number);
      case 'footnote':
        return footnote(node.number, yield* this.nodes(node.children, inLink));
      case 'alert':
        return alert(
          node.alert,
          yield* this.nodes(node.title, inLink),
          yield* this.nodes(node.children, inLink),
        );
      case 'image':
        return this.#image(node, inLink);
      case 'link':
        return this.#link(node.address, yield* this.nodes(node.children, true), inLink);
      case 'part':
        return this.#part(node, yield* this.nodes(node.children, inLink));
    }
  }

  #part(node: Part, inside: Html): Html {
    if (node.name === 'ol' && /^\d{1,9}$/.test(node.start))
      return html`<ol start="${node.start}">${inside}</ol>`;
    if (node.name === 'details' && node.start === 'open') return html`<details open>${inside}</details>`;
    if (node.span !== undefined) return spanningCell(node, inside);
    return PARTS[this.#nameOf(node)](inside, ALIGN[node.align] ?? '');
  }

  /** Headings have consecutive levels, and empty cells aren't headers, so that screen readers can use both. */
  #nameOf({ name, children }: Part): MarkdownPart {
    if (name === 'th' && children.length === 0) return 'td';
    return this.#headings.get(name) ?? name;
  }

  /** Writes a text with a step for each reference. */
  *#text(text: string): Steps<Html> {
    if (this.#references > MAX_REFERENCES) return yield* plainSteps(text);
    const written: Html[] = [];
    for (const piece of referencesIn(text, this.#places)) {
      written.push(typeof piece === 'string' ? yield* plainSteps(piece) : this.#reference(piece));
      yield;
    }
    return html`${written}`;
  }

  #reference(piece: Exclude<ReferencePiece, string>): Html {
    if (++this.#references > MAX_REFERENCES) return html`${piece.text}`;
    const inside = piece.kind === 'label' ? labelChip(piece) : html`${piece.text}`;
    return this.#link(piece.address, inside, false);
  }

  /** Returns an enabled checkbox if the task can be changed in the source. */
  #box({ state, label, line }: TaskBox): Html {
    const source = line === undefined ? undefined : this.#lines[line];
    const task = source === undefined || line === undefined ? undefined : taskIn(source, line);
    const owner = this.#tasks?.owner;
    const checked = state === 'checked';
    const name = state === 'inapplicable' ? t('{0} (not applicable)', label) : label;
    if (task?.checked !== checked || owner === undefined)
      return html`<input type="checkbox" disabled aria-label="${name}" ${attributes({ checked })}>`;
    const act: TaskAct = { ...task, owner };
    const isPending = this.#tasks?.pending.includes(task.line) === true;
    const given = attributes({
      // With an ID, the checkbox keeps the focus after an update.
      id: `task-${owner.kind === 'note' ? owner.note : 'description'}-${task.line}`,
      'aria-busy': isPending ? 'true' : undefined,
      'aria-disabled': isPending ? 'true' : undefined,
      checked: isPending ? !checked : checked,
    });
    return html`<input type="checkbox" data-act="toggle-task" data-keeps value="${plainJson(act)}" aria-label="${name}" ${given}>`;
  }

  #link(address: string, inside: Html, inLink: boolean): Html {
    const link = this.#resolve(address);
    if (link === undefined || inLink) return inside;
    return html`<a href="${link}" title="${link}" data-act="follow-link">${inside}</a>`;
  }

  /**
   * Returns a button for an image on the same server, and a link for other images. Uploads of the project are
   * loaded when they become visible.
   */
  #image({ address, text, width, height }: Image, inLink: boolean): Html {
    const link = this.#resolve(address, 'raw');
    const name = text.trim();
    const what = name === '' ? t('Image') : t('Image: {0}', name);
    if (link === undefined || inLink) return html`${what}`;
    if (new URL(link).origin !== new URL(this.#places.base).origin)
      return this.#link(link, html`${what}`, false);
    const loads = isUpload(link, this.#places);
    return html`<button type="button" class="image" data-act="show-image" value="${link}" data-alt="${name}" ${attributes({ 'data-loads': loads, 'data-width': width, 'data-height': height })}>${name === '' ? t('Show Image') : t('Show Image: {0}', name)}</button>`;
  }

  /**
   * Resolves a URL. Fragments are those of comments, uploads are relative to the project, and paths are relative to
   * its repository. Without a project, URLs are relative to the server.
   */
  #resolve(address: string, kind: 'blob' | 'raw' = 'blob'): string | undefined {
    const { base, project, page } = this.#places;
    if (address.startsWith('#')) return outwardLink(noteLink(address, page) ?? '');
    if (address === '') return undefined;
    if (project === undefined || project === base) return outwardLink(address, `${base}/`);
    if (address.startsWith('/uploads/')) return outwardLink(`${project}${address}`);
    return outwardLink(repositoryLink(address, project, kind) ?? address, `${project}/`);
  }
}
