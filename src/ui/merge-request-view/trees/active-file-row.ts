import { type TreeView, window } from 'vscode';
import { mergeRequestId } from '../../../app/shared/keys';
import { background, ignoreError } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { SideAddress } from '../../../presentation/changes/side-address';
import { activeReview } from '../../changes/editor/active-review';
import { isOn } from '../../shared/editor/settings';
import { revealRow } from '../../shared/trees/reveal-row';
import type { TreeNode } from '../../tree-node';
import type { MergeRequestTree } from './tree';

/**
 * Selects the row of the file whose diff is active. Only rows that are loaded and whose changes are expanded:
 * this sends no requests, and doesn't expand what the user has collapsed. The focus stays in the editor.
 */
export class ActiveFileRow implements Disposable {
  readonly #view: TreeView<TreeNode>;
  readonly #tree: Pick<MergeRequestTree, 'expandedNodes' | 'settled' | 'onDidLoad'>;
  readonly #subscriptions = new DisposableStore();
  /** The row that was selected for the active diff. */
  #shown: string | undefined;

  constructor(
    view: TreeView<TreeNode>,
    tree: Pick<MergeRequestTree, 'expandedNodes' | 'settled' | 'onDidLoad'>,
  ) {
    this.#view = view;
    this.#tree = tree;
    const update = (): void => {
      background(this.#update());
    };
    this.#subscriptions.add(window.tabGroups.onDidChangeTabs(update));
    this.#subscriptions.add(window.tabGroups.onDidChangeTabGroups(update));
    // The cursor moves to another file of an editor with several files.
    this.#subscriptions.add(window.onDidChangeActiveTextEditor(update));
    this.#subscriptions.add(view.onDidChangeVisibility(update));
    this.#subscriptions.add(tree.onDidLoad(update));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #update(): Promise<void> {
    const address = activeReview()?.address;
    const node = address === undefined ? undefined : this.#rowOf(address);
    // A row that the user leaves isn't selected again until another file becomes active.
    if (node === undefined || node.id === this.#shown) {
      if (address === undefined) this.#shown = undefined;
      return;
    }
    if (!this.#view.visible || !isOn('reviewAutoReveal')) return;
    this.#shown = node.id;
    const isWanted = (): boolean => this.#view.visible && this.#shown === node.id;
    try {
      await this.#tree.settled();
      if (!isWanted() || this.#view.selection[0] === node) return;
      await revealRow(this.#view, node, { select: true, focus: false, expand: false }, { isWanted });
    } catch (error) {
      ignoreError(error);
      // The row was replaced in the meantime. The next change selects the new one.
      if (this.#shown === node.id) this.#shown = undefined;
    }
  }

  #rowOf({ base, project, iid, path }: SideAddress): TreeNode | undefined {
    const id = mergeRequestId({ base, project, iid });
    const isRow = ({ data }: TreeNode): boolean =>
      data.kind === 'change' && data.path === path && mergeRequestId(data.mergeRequest) === id;
    // A merge request can be in several lists: the row that the user clicked stays selected.
    const [selected] = this.#view.selection;
    if (selected !== undefined && isRow(selected)) return selected;
    return this.#tree.expandedNodes.flatMap(({ children }) => children).find(isRow);
  }
}
