import type { TreeView } from 'vscode';
import { parts } from '../presentation/row';
import { LiveView, type LiveViewPorts, type ViewWords } from './live-view';
import type { TreeNode } from './tree-node';

/** The view of the merge requests. */
export class MergeRequestView extends LiveView {
  /** The view is there from the start; what is in it comes when it is seen. */
  constructor(view: TreeView<TreeNode>, ports: LiveViewPorts) {
    super(view, ports);
    this.begin();
  }

  protected override words(trouble: string | undefined, age: string | undefined): ViewWords {
    return { description: parts(age), lines: [trouble] };
  }
}
