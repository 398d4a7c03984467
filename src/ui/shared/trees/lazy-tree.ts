import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { TreeNode } from '../../tree-node';
import type { LiveTree } from './live-tree';

/** A tree that is loaded when its view is first visible. */
export class LazyTree implements TreeDataProvider<TreeNode>, Disposable {
  readonly #load: () => Promise<LiveTree>;
  readonly #changed = new EventEmitter<TreeNode[] | undefined>();
  readonly #loaded = new Emitter<void>();
  readonly #subscriptions = new DisposableStore();
  #tree: LiveTree | undefined;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Fires after rows were read. */
  readonly onDidLoad = this.#loaded.event;

  constructor(load: () => Promise<LiveTree>) {
    this.#load = load;
    this.#subscriptions.add(this.#changed);
    this.#subscriptions.add(this.#loaded);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.adopt(await this.#load()).getChildren(node);
  }

  getTreeItem(node: TreeNode): TreeItem {
    return this.#known.getTreeItem(node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#known.getParent(node);
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    return this.#known.resolveTreeItem(item, node);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  get #known(): LiveTree {
    // Nodes are created by the tree, so it exists before the first of them.
    if (this.#tree === undefined) throw new Error('A row was requested before its view was loaded');
    return this.#tree;
  }

  /**
   * Sets a tree that was loaded before its view, so that its rows can be revealed before the editor requests
   * them.
   */
  adopt(tree: LiveTree): LiveTree {
    if (this.#tree === tree) return tree;
    this.#tree = tree;
    this.#subscriptions.add(
      tree.onDidChangeTreeData((nodes) => {
        this.#changed.fire(nodes);
      }),
    );
    this.#subscriptions.add(
      tree.onDidLoad(() => {
        this.#loaded.fire();
      }),
    );
    return tree;
  }
}
