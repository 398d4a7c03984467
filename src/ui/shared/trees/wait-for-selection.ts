import type { TreeView } from 'vscode';
import type { Clock } from '../../../base/clock';

/** VS Code usually knows the new rows of a parent after less than 100 ms. */
const RETRY_MS = 100;
const ATTEMPTS = 30;

/**
 * The selected node of a view whose selection event was empty. VS Code fires such an event if the user clicks
 * a row while VS Code reads the rows of its parent again: meanwhile, it doesn't know which node the row shows.
 * Undefined if there is none within three seconds, or as soon as `isWanted` returns false.
 */
export async function waitForSelection<Node>(
  view: Pick<TreeView<Node>, 'selection'>,
  clock: Clock,
  isWanted: () => boolean,
): Promise<Node | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await clock.wait(RETRY_MS);
    if (!isWanted()) return undefined;
    const [node] = view.selection;
    if (node !== undefined) return node;
  }
  return undefined;
}
