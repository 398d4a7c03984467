import type { TreeView } from 'vscode';
import { type Clock, systemClock } from '../../../base/clock';
import type { TreeNode } from '../../tree-node';

/** VS Code collects change events for 200 ms before it requests rows, or longer if it is busy. */
const RETRY_MS = 250;
const ATTEMPTS = 12;

type RevealOptions = NonNullable<Parameters<TreeView<TreeNode>['reveal']>[1]>;

interface RevealRetry {
  readonly clock?: Clock;
  /** Called before each repetition. Nothing is selected if it returns false. */
  readonly isWanted?: () => boolean;
}

/**
 * Selects or shows a row. VS Code rejects this while it hasn't requested a new row. It sometimes does so even
 * though the event of the change has fired, so it is repeated.
 */
export async function revealRow(
  view: Pick<TreeView<TreeNode>, 'reveal'>,
  node: TreeNode,
  options: RevealOptions,
  { clock = systemClock, isWanted = () => true }: RevealRetry = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await view.reveal(node, options);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || node.isDropped) throw error;
      await clock.wait(RETRY_MS);
      if (!isWanted()) return;
    }
  }
}
