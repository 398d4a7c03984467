import type { Disposable } from '../../../base/disposable';
import type { TreeNode } from '../../tree-node';

/** Retains the data of a node and the nodes below it if they are visible and expanded; releases the others' data. */
export function updateRetained(node: TreeNode, retain: (node: TreeNode) => Disposable | undefined): void {
  if (node.isVisible && node.expanded) node.retained ??= retain(node);
  else {
    node.retained?.dispose();
    node.retained = undefined;
  }
  for (const child of node.children) updateRetained(child, retain);
}
