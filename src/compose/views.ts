import type { DisposableStore } from '../base/disposable';
import { VIEW } from '../presentation/shared/view-ids';
import { createLazyView, type LazyView } from '../ui/shared/trees/lazy-view';
import type { LiveTree } from '../ui/shared/trees/live-tree';

/** The views, created before their content is loaded. */
export interface Views {
  readonly pipelines: LazyView;
  readonly mergeRequests: LazyView;
  readonly errors: LazyView;
}

/** Content of the views, available after loading. */
export interface ViewTrees {
  readonly tree: LiveTree;
  readonly mergeRequestView: { load(): Promise<{ readonly tree: LiveTree }> };
  readonly errorView: { load(): Promise<{ readonly tree: LiveTree }> };
}

export function createViews(store: DisposableStore, load: () => Promise<ViewTrees>): Views {
  return {
    pipelines: createLazyView(
      VIEW.pipelines,
      { canSelectMany: true },
      store,
      async () => (await load()).tree,
    ),
    mergeRequests: createLazyView(
      VIEW.mergeRequests,
      { canSelectMany: true, manageCheckboxStateManually: true },
      store,
      async () => (await (await load()).mergeRequestView.load()).tree,
    ),
    errors: createLazyView(VIEW.errors, {}, store, async () => (await (await load()).errorView.load()).tree),
  };
}
