import { window, type TreeView } from 'vscode';
import type { Poller } from '../app/poller';
import { isCancelled } from '../api/errors';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { explain } from '../presentation/error-sentences';
import { VIEW } from '../presentation/view-ids';
import type { PipelineTree } from './pipeline-tree';
import type { TreeNode } from './tree-node';

/** Ages in rows are drawn anew after so many milliseconds. */
const REPAINT_MS = 60_000;

/** The view around the tree: it is kept fresh only while it can be seen and the window has the focus. */
export class PipelineView implements Disposable {
  readonly view: TreeView<TreeNode>;
  readonly #subscriptions = new DisposableStore();

  constructor(tree: PipelineTree, poller: Poller) {
    const view = window.createTreeView(VIEW.pipelines, { treeDataProvider: tree, showCollapseAll: true });
    this.view = view;
    this.#subscriptions.add(view);
    const watch = (): void => {
      poller.on = view.visible && window.state.focused;
    };
    this.#subscriptions.add(view.onDidChangeVisibility(watch));
    this.#subscriptions.add(window.onDidChangeWindowState(watch));
    this.#subscriptions.add(
      view.onDidExpandElement(({ element }) => {
        tree.setExpanded(element, true);
        poller.nudge();
      }),
    );
    this.#subscriptions.add(
      view.onDidCollapseElement(({ element }) => {
        tree.setExpanded(element, false);
      }),
    );
    let painted = Date.now();
    this.#subscriptions.add(
      poller.onDidLook((failure) => {
        // The empty text takes the message away; deleting the property would take its setter away.
        if (failure === undefined) view.message = '';
        else if (!isCancelled(failure)) view.message = t('Not up to date. {0}', explain(failure).why);
        if (Date.now() - painted < REPAINT_MS) return;
        painted = Date.now();
        tree.repaint();
      }),
    );
    this.#subscriptions.add(
      tree.onDidLoad(() => {
        poller.nudge();
      }),
    );
    watch();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
