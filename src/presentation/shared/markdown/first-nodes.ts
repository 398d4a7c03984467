import type { MarkdownNode } from './nodes';

/** The beginning of a tree. */
interface FirstNodes {
  readonly nodes: readonly MarkdownNode[];
  /** True if the tree has more nodes. */
  readonly isCut: boolean;
}

/** Returns the first `most` nodes of a tree, in the order of the text. A node whose children are cut stays. */
export function firstNodes(nodes: readonly MarkdownNode[], most: number): FirstNodes {
  let left = most;
  let isCut = false;
  const first = (all: readonly MarkdownNode[]): MarkdownNode[] => {
    const kept: MarkdownNode[] = [];
    for (const node of all) {
      if (left === 0) {
        isCut = true;
        break;
      }
      left -= 1;
      if (node.kind === 'alert')
        kept.push({ ...node, title: first(node.title), children: first(node.children) });
      else kept.push('children' in node ? { ...node, children: first(node.children) } : node);
    }
    return kept;
  };
  return { nodes: first(nodes), isCut };
}
