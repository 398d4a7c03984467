import { TreeItemCheckboxState, type TreeView } from 'vscode';
import { background } from '../../base/background';
import { parts } from '../../presentation/shared/row';
import { LiveView, type LiveViewDeps, type ViewLabels } from '../shared/live-view';
import type { TreeNode } from '../tree-node';
import type { MergeRequestTree } from './tree';

interface MergeRequestViewDeps extends LiveViewDeps {
  readonly tree: MergeRequestTree;
}

/** The view of the merge requests. */
export class MergeRequestView extends LiveView {
  /** The view is there from the start; what is in it comes when it is seen. */
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

  protected override labels(trouble: string | undefined, age: string | undefined): ViewLabels {
    return { description: parts(age), lines: [trouble] };
  }
}
