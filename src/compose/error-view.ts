import type { TreeView } from 'vscode';
import type { CallOptions } from '../api/client';
import { StackTracePrefetch } from '../app/errors/stack-trace-prefetch';
import { Poller } from '../app/shared/poller';
import { TreeRowStates } from '../app/shared/tree-row-states';
import { FrameLenses } from '../ui/errors/documents/frame-lenses';
import { KeyProblems } from '../ui/errors/editor/key-problems';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import { isOn, onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';
import { KeysSubtree } from '../ui/errors/trees/keys-subtree';
import { ErrorTree } from '../ui/errors/trees/tree';
import { ErrorView } from '../ui/errors/trees/view';
import type { TreeNode } from '../ui/tree-node';
import type { AccountsModule } from './accounts';
import { composeErrorStores, type ErrorStores } from './error-stores';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { Registered } from './registered';

/** The Errors view. */
export interface ErrorViewModule extends ErrorStores {
  readonly view: TreeView<TreeNode>;
  readonly tree: ErrorTree;
  readonly poller: Poller;
  readonly collapseAll: ErrorView['collapseAll'];
  readonly showsFailure: () => boolean;
}

export function composeErrorView(
  { store, views }: Registered,
  deps: OutputModule & AccountsModule & ProjectsModule,
): ErrorViewModule {
  const { accounts, clock, projects } = deps;
  const { view } = views.errors;
  const stores = composeErrorStores(store, deps);
  const { errors, filter, lines, pasted, places, traces } = stores;
  const { clientKeys } = stores.keys;
  const contextKeys = editorContextKeys;
  store.add(
    new FrameLenses({ lines, places, errors, clock, isOn: () => isOn('errorLenses'), onDidChangeSettings }),
  );
  store.add(new KeyProblems(stores.keys.uses));
  const keys = store.add(new KeysSubtree(stores.keys));
  const tree = store.add(
    new ErrorTree({ accounts, projects, clock, contextKeys, filter, errors, traces, pasted, keys }),
  );
  const poller = store.add(
    new Poller({
      clock,
      poll: async (signal, all) => {
        const options: CallOptions = { signal, priority: all ? 'foreground' : 'background' };
        await Promise.all([errors.poll(options, all), clientKeys.poll(options, all)]);
      },
      pace: () => 'idle',
      interval: pollInterval,
      requests: () => errors.requests + traces.requests,
    }),
  );
  const prefetch = store.add(
    new StackTracePrefetch(errors, traces, () => isOn('errorLenses') && view.visible),
  );
  store.add(
    tree.onDidLoad(() => {
      prefetch.start(tree.openPlaces);
    }),
  );
  const rowStates = store.add(new TreeRowStates(deps.workspaceMemory, 'error-rows'));
  const errorView = store.add(new ErrorView(view, { tree, poller, clock, filter, rowStates }));
  return {
    ...stores,
    view,
    tree,
    poller,
    collapseAll: errorView.collapseAll.bind(errorView),
    showsFailure: () => errorView.showsFailure,
  };
}
