import { TreeItemCheckboxState, type TreeView } from 'vscode';
import { background } from '../../../base/background';
import { parts } from '../../../presentation/shared/row';
import { LiveView, type LiveViewDeps, type ViewLabels } from '../../shared/trees/live-view';
import type { TreeNode } from '../../tree-node';
import type { MergeRequestTree } from './tree';

interface MergeRequestViewDeps extends LiveViewDeps {
  readonly tree: MergeRequestTree;
}

/** The Merge Requests view. */
export class MergeRequestView extends LiveView {
  /** The view exists from the start; its rows are loaded when it is visible. */
  constructor(view: TreeView<TreeNode>, deps: MergeRequestViewDeps) {
    super(view, deps);
    this.subscriptions.add(
      view.onDidChangeCheckboxState(({ items }) => {
        background(
          deps.tree.check(
            items.map(([node, state]) => [node, state === TreeItemCheckboxState.Checked] as const),
          ),
        );
      }),
    );
    this.begin();
  }

  protected override labels(errorMessage: string | undefined, age: string | undefined): ViewLabels {
    return { description: parts(age), lines: [errorMessage] };
  }
}
