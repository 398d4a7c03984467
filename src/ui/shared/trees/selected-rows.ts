import type { TreeView } from 'vscode';
import type { HasTarget } from '../../../schemas/target';
import type { TreeNode } from '../../tree-node';

/** Returns the selected rows for commands without an argument; none while the user doesn't see them. */
export const selectedRows = ({
  visible,
  selection,
}: Pick<TreeView<TreeNode>, 'visible' | 'selection'>): readonly HasTarget[] => (visible ? selection : []);
