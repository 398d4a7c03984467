import { commands, type TreeView } from 'vscode';
import type { ErrorFilter } from '../../app/errors/filter';
import type { TrackedErrors } from '../../app/errors/tracked-errors';
import { type ErrorPlace, errorPlaceId, type TrackedErrorKey } from '../../app/shared/error-keys';
import { VIEW } from '../../presentation/shared/view-ids';
import type { TreeNode } from '../tree-node';
import type { ErrorTree } from './tree';

/** An error may be further down: so many pages are read to find it. */
const MAX_PAGES = 5;

export interface ErrorReveal {
  readonly view: TreeView<TreeNode>;
  readonly tree: ErrorTree;
  readonly errors: TrackedErrors;
  readonly filter: ErrorFilter;
}

/** Selects the row of an error and opens it, whatever has to be read for that; false where the project has none such. */
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
  if (node !== undefined) await view.reveal(node, { select: true, focus: true, expand: true });
  return node !== undefined;
}

/** Shows the frames below the row of an error; the focus stays where it is. */
export async function expandError({ view, tree }: ErrorReveal, error: TrackedErrorKey): Promise<void> {
  const node = await findError(tree, error, error.error);
  if (node !== undefined) await view.reveal(node, { select: false, focus: false, expand: true });
}

async function findError(tree: ErrorTree, place: ErrorPlace, id: string): Promise<TreeNode | undefined> {
  for (const project of await tree.getChildren()) {
    const { data } = project;
    if (data.kind !== 'error-project' || errorPlaceId(data.place) !== errorPlaceId(place)) continue;
    const found = (await tree.getChildren(project)).find(
      (node) => node.data.kind === 'tracked-error' && node.data.error.error === id,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Selects the row of a stack trace that was pasted, and opens it. */
export async function revealPasted({ view, tree }: ErrorReveal, id: string): Promise<void> {
  await commands.executeCommand(`${VIEW.errors}.focus`);
  const [group] = await tree.getChildren();
  if (group?.data.kind !== 'pasted-traces') return;
  const node = (await tree.getChildren(group)).find(
    ({ data }) => data.kind === 'pasted-trace' && data.id === id,
  );
  if (node !== undefined) await view.reveal(node, { select: true, focus: true, expand: true });
}
