import { type SuggestedLines, suggestionOf } from '../../domain/discussions/suggestions';
import { boundedMarkdown } from '../shared/markdown/bounded';
import { firstNodes } from '../shared/markdown/first-nodes';
import type { MarkdownNode } from '../shared/markdown/nodes';
import { MAX_CHARACTERS, MAX_NODES } from './comment-markdown';

/** Suggestions are in fences, also in lists and quotes. */
const FENCE = /`{3}|~{3}/;

/**
 * Returns the suggestions in the displayed part of a comment, in order. A suggestion that may continue after that part
 * is left out, because its lines would be incomplete.
 */
export function suggestionsIn(text: string): readonly SuggestedLines[] {
  if (!FENCE.test(text)) return [];
  const { nodes: all, isCut, lines } = boundedMarkdown(text, MAX_CHARACTERS);
  const found: SuggestedLines[] = [];
  const collect = (nodes: readonly MarkdownNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'block') {
        const suggestion = suggestionOf(node.info, node.text);
        const isWhole = !isCut || (node.end !== undefined && node.end < lines);
        if (suggestion !== undefined && isWhole) found.push(suggestion);
      } else if (node.kind === 'part') collect(node.children);
    }
  };
  collect(firstNodes(all, MAX_NODES).nodes);
  return found;
}
