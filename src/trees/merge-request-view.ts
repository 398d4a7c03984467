import { TreeItemCheckboxState, type TreeView } from 'vscode';
import { parts } from '../presentation/row';
import { LiveView, type LiveViewPorts, type ViewWords } from './live-view';
import type { MergeRequestTree } from './merge-request-tree';
import type { TreeNode } from './tree-node';

interface MergeRequestViewPorts extends LiveViewPorts {
  readonly tree: MergeRequestTree;
}

/** The view of the merge requests. */
export class MergeRequestView extends LiveView {
  /** The view is there from the start; what is in it comes when it is seen. */
  constructor(view: TreeView<TreeNode>, ports: MergeRequestViewPorts) {
    super(view, ports);
    this.subscriptions.add(
      view.onDidChangeCheckboxState(({ items }) => {
        void ports.tree.check(
          items.map(([node, state]) => [node, state === TreeItemCheckboxState.Checked] as const),
        );
      }),
    );
    this.begin();
  }

  protected override words(trouble: string | undefined, age: string | undefined): ViewWords {
    return { description: parts(age), lines: [trouble] };
  }
}
