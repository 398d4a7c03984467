import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox } from '../helpers/harness';
import { type Product, shownIn, signedIn } from '../helpers/product';

/** The fields that tests need of a merge request from the sandbox. */
export interface WireRequest {
  readonly iid: number;
  readonly title: string;
  readonly source_branch: string;
  readonly project_id: number;
}

/** The rows of the Merge Requests view. Registers hooks in the surrounding `describe`. */
export function mergeRequestRows() {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    await vscode.env.clipboard.writeText('');
  });

  const view = () => extension.parts.mergeRequestView.load();
  const tree = () => extension.parts.views.mergeRequests.tree;
  const open = (node?: TreeNode): Promise<TreeNode[]> => tree().getChildren(node);
  const show = (node: TreeNode) => shownIn(tree(), node);
  const labels = async (node?: TreeNode): Promise<string[]> =>
    (await open(node)).map((child) => show(child).label);

  /** Returns a row. The path has the beginnings of labels from the root down. */
  async function row(...path: readonly string[]): Promise<TreeNode> {
    let node: TreeNode | undefined;
    for (const name of path) {
      const rows = await open(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, `${name} is not among ${rows.map((child) => show(child).label).join(', ')}`);
    }
    assert.ok(node);
    return node;
  }

  return {
    get it() {
      return extension;
    },
    set it(product: Product) {
      extension = product;
    },
    view,
    open,
    show,
    labels,
    row,
  };
}
