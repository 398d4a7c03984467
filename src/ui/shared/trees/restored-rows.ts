import { commands, type TreeView } from 'vscode';
import type { TreeRowStates } from '../../../app/shared/tree-row-states';
import { background, ignoreError } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { TreeNode } from '../../tree-node';
import type { LiveTree } from './live-tree';
import { revealRow } from './reveal-row';
import { waitForSelection } from './wait-for-selection';

/** Restores the rows of a view that were expanded, collapsed, or selected before the window was reloaded. */
export class RestoredRows implements Disposable {
  readonly #view: TreeView<TreeNode>;
  readonly #tree: LiveTree;
  readonly #states: TreeRowStates;
  readonly #clock: Clock;
  readonly #end = new AbortController();
  readonly #subscriptions = new DisposableStore();
  /** The row to select when it is loaded, unless the user selects another one first. */
  #selected: string | undefined;
  /**
   * How often all rows were collapsed. After that, no row is revealed, because revealing would expand its parents.
   */
  #collapses = 0;
  /** How often the selection changed. */
  #selections = 0;

  constructor(view: TreeView<TreeNode>, tree: LiveTree, states: TreeRowStates, clock: Clock) {
    this.#view = view;
    this.#tree = tree;
    this.#states = states;
    this.#clock = clock;
    this.#selected = states.selected;
    // After the editor has requested the children, it remembers that the row is expanded, but not if the rows above are
    // refreshed before it has shown them.
    tree.storedExpansion = ({ id, loading, expanded }) =>
      loading === undefined ? states.expansionOf(id) : expanded ? 'expanded' : undefined;
    this.#subscriptions.add(
      view.onDidExpandElement(({ element }) => {
        background(states.setExpansion(element.id, 'expanded'));
      }),
    );
    this.#subscriptions.add(
      view.onDidCollapseElement(({ element }) => {
        background(states.setExpansion(element.id, 'collapsed'));
      }),
    );
    this.#subscriptions.add(
      view.onDidChangeSelection(({ selection: [node] }) => {
        this.#selections++;
        background(this.#keepSelection(node));
      }),
    );
    this.#subscriptions.add(
      tree.onDidLoad(() => {
        background(this.#select());
      }),
    );
  }

  /** Collapses all rows. The editor doesn't fire events for all of them. `view`: the ID of the view. */
  async collapseAll(view: string): Promise<void> {
    this.#selected = undefined;
    this.#collapses++;
    const nodes = this.#tree.expandedNodes.filter(({ parent }) => parent !== undefined);
    await commands.executeCommand(`workbench.actions.treeView.${view}.collapseAll`);
    for (const node of nodes) this.#tree.setExpanded(node, false);
    await this.#states.collapseAll(nodes.map(({ id }) => id));
  }

  dispose(): void {
    this.#end.abort();
    this.#subscriptions.dispose();
  }

  /** `selected`: the node of the event, or undefined if VS Code doesn't know it yet. */
  async #keepSelection(selected: TreeNode | undefined): Promise<void> {
    const selections = this.#selections;
    const isWanted = (): boolean => this.#selections === selections && !this.#end.signal.aborted;
    const node = selected ?? (await waitForSelection(this.#view, this.#clock, isWanted));
    if (node === undefined) return;
    this.#selected = undefined;
    await this.#states.select(node.id);
  }

  async #select(): Promise<void> {
    if (this.#selected === undefined) return;
    const rows = this.#tree.expandedNodes.flatMap(({ children }) => children);
    const node = rows.find(({ id }) => id === this.#selected);
    // Revealing a row of a hidden view would show the view.
    if (node === undefined || !this.#view.visible) return;
    this.#selected = undefined;
    const { selection } = this.#view;
    const collapses = this.#collapses;
    const isWanted = (): boolean =>
      this.#view.visible && this.#view.selection[0] === selection[0] && this.#collapses === collapses;
    try {
      await this.#tree.settled();
      if (!isWanted()) return;
      await revealRow(this.#view, node, { select: true, focus: false, expand: false }, { isWanted });
    } catch (error) {
      ignoreError(error);
      // The row was removed in the meantime.
    }
  }
}
