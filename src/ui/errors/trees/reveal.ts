import { commands, type TreeView } from 'vscode';
import type { ErrorFilter } from '../../../app/errors/filter';
import type { TrackedErrors } from '../../../app/errors/tracked-errors';
import { type ErrorPlace, errorPlaceId, type TrackedErrorKey } from '../../../app/shared/error-keys';
import { VIEW } from '../../../presentation/shared/view-ids';
import { revealRow } from '../../shared/trees/reveal-row';
import type { TreeNode } from '../../tree-node';
import type { ErrorTree } from './tree';

/** Maximum number of pages to read to find an error. */
const MAX_PAGES = 5;

export interface ErrorReveal {
  readonly view: TreeView<TreeNode>;
  readonly tree: ErrorTree;
  readonly errors: TrackedErrors;
  readonly filter: ErrorFilter;
}

/**
 * Selects and expands the row of an error. Clears the search and reads more pages if needed. Returns false if
 * the error isn't found.
 */
export async function revealError(
  { view, tree, errors, filter }: ErrorReveal,
  place: ErrorPlace,
  id: string,
  signal?: AbortSignal,
): Promise<boolean> {
  await commands.executeCommand(`${VIEW.errors}.focus`);
  const isListed = (): boolean =>
    errors.peekList(place)?.items.some(({ sentryId }) => sentryId === id) === true;
  if (!isListed()) await errors.refresh(place, { signal });
  if (!isListed() && filter.current.search !== '') {
    await filter.change({ search: '' });
    await errors.list(place, { signal });
  }
  for (let page = 1; page < MAX_PAGES && !isListed(); page++) {
    if (errors.peekList(place)?.cursor === undefined) break;
    await errors.loadMore(place, { signal });
  }
  const node = await findError(tree, place, id);
  if (node !== undefined) await revealRow(view, node, { select: true, focus: true, expand: true });
  return node !== undefined;
}

/** Expands the row of an error without moving the focus. */
export async function expandError({ view, tree }: ErrorReveal, error: TrackedErrorKey): Promise<void> {
  const node = await findError(tree, error, error.error);
  if (node !== undefined) await revealRow(view, node, { select: false, focus: false, expand: true });
}

async function findError(tree: ErrorTree, place: ErrorPlace, id: string): Promise<TreeNode | undefined> {
  for (const project of await tree.childrenOf()) {
    const { data } = project;
    if (data.kind !== 'error-project' || errorPlaceId(data.place) !== errorPlaceId(place)) continue;
    const found = (await tree.childrenOf(project)).find(
      (node) => node.data.kind === 'tracked-error' && node.data.error.error === id,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Selects and expands the row of a pasted stack trace. */
export async function revealPasted({ view, tree }: ErrorReveal, id: string): Promise<void> {
  await commands.executeCommand(`${VIEW.errors}.focus`);
  const [group] = await tree.childrenOf();
  if (group?.data.kind !== 'pasted-traces') return;
  const node = (await tree.childrenOf(group)).find(
    ({ data }) => data.kind === 'pasted-trace' && data.id === id,
  );
  if (node !== undefined) await revealRow(view, node, { select: true, focus: true, expand: true });
}
