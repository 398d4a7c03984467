import type { Steps } from '../../../base/slices';
import { withEmoji } from './emoji';
import { type Alert, ALERTS, type MarkdownNode } from './nodes';

type Part = Extract<MarkdownNode, { kind: 'part' }>;

/**
 * Adds what the parser doesn't know: emoji, alerts, and formulas, with a step for each node. Works on the tree,
 * because only there the text between marks is complete.
 */
export function* refineSteps(nodes: readonly MarkdownNode[]): Steps<readonly MarkdownNode[]> {
  const done: MarkdownNode[] = [];
  for (const node of withMath(nodes)) {
    done.push(yield* refinedNode(node));
    yield;
  }
  return done;
}

function* refinedNode(node: MarkdownNode): Steps<MarkdownNode> {
  switch (node.kind) {
    case 'text':
      return { kind: 'text', text: withEmoji(node.text) };
    case 'box':
      return { ...node, label: withEmoji(node.label) };
    case 'link':
    case 'footnote':
      return { ...node, children: [...(yield* refineSteps(node.children))] };
    case 'part': {
      const code = codeOf(node);
      if (code !== undefined) return code;
      if (isTableOfContents(node)) return { ...node, name: 'nothing', children: [] };
      const part = { ...node, children: [...(yield* refineSteps(node.children))] };
      return (part.name === 'blockquote' ? alertOf(part) : undefined) ?? struck(part);
    }
    default:
      return node;
  }
}

/** True for the mark `[[_TOC_]]` or `[TOC]`, without a list of headings, because they have no addresses. */
function isTableOfContents({ name, children }: Part): boolean {
  if (name !== 'p' || children.length > 3) return false;
  return (children.length === 3 ? /^\[\[toc\]\]$/i : /^\[toc\]$/i).test(plainText(children).trim());
}

/** Returns code that was written as HTML. Code contains only text. */
function codeOf({ name, start, children }: Part): MarkdownNode | undefined {
  if (name === 'code') return { kind: 'code', text: plainText(children) };
  if (name !== 'pre') return undefined;
  const inner = children.find((node) => node.kind === 'part' && node.name === 'code');
  const info = start === '' && inner?.kind === 'part' ? inner.start : start;
  return { kind: 'block', text: plainText(children).replace(/^\n/, ''), info };
}

/** Returns the text of nodes, with line breaks. */
const plainText = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if ('text' in node) return node.text;
      if ('children' in node) return plainText(node.children);
      return node.kind === 'br' ? '\n' : '';
    })
    .join('');

/** Strikes through the text of a task that doesn't apply, but not the lists below it, whose tasks have their own state. */
function struck(part: Part): Part {
  const [first, ...rest] = part.children;
  if (first?.kind !== 'box' || first.state !== 'inapplicable') return part;
  const end = rest.findIndex((node) => node.kind === 'part' && (node.name === 'ul' || node.name === 'ol'));
  const [text, lists] = end === -1 ? [rest, []] : [rest.slice(0, end), rest.slice(end)];
  if (text.length === 0) return part;
  const struckText: MarkdownNode = { kind: 'part', name: 's', align: '', start: '', children: text };
  return { ...part, children: [first, struckText, ...lists] };
}

/** The dollar signs of a formula in a line: $`a^2`$. */
function withMath(nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const done: MarkdownNode[] = [];
  let opened = false;
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    if (node.kind === 'text') {
      const rest: string = opened ? node.text.slice(1) : node.text;
      opened = rest.endsWith('$') && next?.kind === 'code' && startsWithDollar(nodes[index + 2]);
      const text = opened ? rest.slice(0, -1) : rest;
      if (text !== '') done.push({ kind: 'text', text });
    } else if (node.kind === 'code' && opened) done.push({ ...node, math: true });
    else done.push(node);
  }
  return done;
}

const startsWithDollar = (node: MarkdownNode | undefined): boolean =>
  node?.kind === 'text' && node.text.startsWith('$');

const ALERT = /^\[!([a-z]{3,9})\][ \t]*/i;

/** Returns a quote that starts with a line such as `[!note]` as an alert. The rest of the line is its title. */
function alertOf({ children: [first, ...rest] }: Part): MarkdownNode | undefined {
  if (first?.kind !== 'part' || first.name !== 'p') return undefined;
  const [opening, ...others] = first.children;
  if (opening?.kind !== 'text') return undefined;
  const [mark = '', name] = ALERT.exec(opening.text) ?? [];
  const alert = ALERTS.find((each): each is Alert => each === name?.toLowerCase());
  if (alert === undefined) return undefined;
  const [title, body] = atLineBreak([{ kind: 'text', text: opening.text.slice(mark.length) }, ...others]);
  const start = body.length === 0 ? [] : [{ ...first, children: [...body] }];
  return { kind: 'alert', alert, title, children: [...start, ...rest] };
}

/** Splits the content of a paragraph at its first line break. */
function atLineBreak(
  nodes: readonly MarkdownNode[],
): readonly [readonly MarkdownNode[], readonly MarkdownNode[]] {
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 'br') return [nodes.slice(0, index), nodes.slice(index + 1)];
    const at = node.kind === 'text' ? node.text.indexOf('\n') : -1;
    if (node.kind !== 'text' || at < 0) continue;
    const texts = [node.text.slice(0, at).trimEnd(), node.text.slice(at + 1)].map((text) =>
      text === '' ? [] : [{ kind: 'text', text } as const],
    );
    return [
      [...nodes.slice(0, index), ...(texts[0] ?? [])],
      [...(texts[1] ?? []), ...nodes.slice(index + 1)],
    ];
  }
  return [nodes.filter((node) => node.kind !== 'text' || node.text.trim() !== ''), []];
}
