import { type TreeView, type TreeViewOptions, window } from 'vscode';
import type { DisposableStore } from '../../../base/disposable';
import type { TreeNode } from '../../tree-node';
import { LazyTree } from './lazy-tree';
import type { LiveTree } from './live-tree';

/** A view that is registered at activation, and whose tree is loaded when the view is first shown. */
export interface LazyView {
  readonly tree: LazyTree;
  readonly view: TreeView<TreeNode>;
}

export type LazyViewOptions = Omit<TreeViewOptions<TreeNode>, 'treeDataProvider'>;

export function createLazyView(
  id: string,
  options: LazyViewOptions,
  store: DisposableStore,
  load: () => Promise<LiveTree>,
): LazyView {
  const tree = store.add(new LazyTree(load));
  return { tree, view: store.add(window.createTreeView(id, { ...options, treeDataProvider: tree })) };
}
