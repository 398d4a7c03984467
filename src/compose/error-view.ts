import { type TreeView, workspace } from 'vscode';
import type { CallOptions } from '../api/client';
import { ClientKeys } from '../app/errors/client-keys';
import { ErrorFilter } from '../app/errors/filter';
import { FrameLines } from '../app/errors/frame-lines';
import { FramePlaces } from '../app/errors/frame-places';
import { HardCodedKeys } from '../app/errors/hard-coded-keys';
import { KeyRotations } from '../app/errors/key-rotation';
import { LatestTraces } from '../app/errors/latest-stack-traces';
import { PastedTraces } from '../app/errors/pasted-stack-traces';
import { StackTracePrefetch } from '../app/errors/stack-trace-prefetch';
import { TrackedErrors } from '../app/errors/tracked-errors';
import { Poller } from '../app/shared/poller';
import { TreeRowStates } from '../app/shared/tree-row-states';
import type { DisposableStore } from '../base/disposable';
import { stackTraceFromServer } from '../domain/errors/from-server';
import { FrameLenses } from '../ui/errors/documents/frame-lenses';
import { keyFiles } from '../ui/errors/editor/key-files';
import { KeyProblems } from '../ui/errors/editor/key-problems';
import { KeysSubtree } from '../ui/errors/trees/keys-subtree';
import { ErrorTree } from '../ui/errors/trees/tree';
import { ErrorView } from '../ui/errors/trees/view';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import { frameFiles } from '../ui/shared/editor/frame-files';
import { isOn, onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';
import type { TreeNode } from '../ui/tree-node';
import type { AccountsModule } from './accounts';
import { clearOnAccountChange } from './clear-on-account-change';
import { localGit } from './local-git';
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
  const { accounts, clock, pause, projects } = deps;
  const { view } = views.errors;
  const stores = composeErrorStores(store, deps);
  const { errors, filter, lines, pasted, places, traces } = stores;
  const { clientKeys } = stores.keys;
  const contextKeys = editorContextKeys;
  store.add(
    new FrameLenses({
      lines,
      places,
      errors,
      clock,
      isOn: () => isOn('errorsCodeLens'),
      onDidChangeSettings,
    }),
  );
  store.add(new KeyProblems(stores.keys.uses));
  const keys = store.add(new KeysSubtree(stores.keys));
  const tree = store.add(
    new ErrorTree({ accounts, projects, clock, contextKeys, filter, errors, traces, pasted, keys }),
  );
  tree.isReadOnly = (base) => deps.readOnlyAccounts.has(base);
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
    new StackTracePrefetch(errors, traces, () => isOn('errorsCodeLens') && view.visible),
  );
  store.add(
    tree.onDidLoad(() => {
      prefetch.start(tree.openPlaces);
    }),
  );
  const rowStates = store.add(new TreeRowStates(deps.workspaceMemory, 'error-rows'));
  const errorView = store.add(new ErrorView(view, { tree, poller, clock, filter, rowStates, pause }));
  return {
    ...stores,
    view,
    tree,
    poller,
    collapseAll: errorView.collapseAll.bind(errorView),
    showsFailure: () => errorView.showsFailure,
  };
}

/** Client keys, and their places in the workspace's files. */
export interface KeyStores {
  readonly clientKeys: ClientKeys;
  readonly rotations: KeyRotations;
  readonly uses: HardCodedKeys;
}

/** Tracked errors, their stack traces, and the lines of code in these. */
export interface ErrorStores {
  readonly filter: ErrorFilter;
  readonly errors: TrackedErrors;
  readonly traces: LatestTraces;
  readonly pasted: PastedTraces;
  readonly places: FramePlaces;
  readonly lines: FrameLines;
  readonly keys: KeyStores;
}

export function composeErrorStores(
  store: DisposableStore,
  deps: OutputModule & AccountsModule & ProjectsModule,
): ErrorStores {
  const { accounts, added, clientFor, clock, mask, repositories, workspaceMemory: memory } = deps;
  const filter = store.add(new ErrorFilter(memory));
  const errors = store.add(new TrackedErrors({ clientFor, clock, filter }));
  const traces = store.add(
    new LatestTraces({
      clientFor,
      errorOf: (key) => errors.peek(key),
      read: (trace, of) => stackTraceFromServer(trace, of),
    }),
  );
  const pasted = store.add(new PastedTraces());
  const places = new FramePlaces({
    files: frameFiles,
    repositories,
    added,
    folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
    traces,
    pasted,
  });
  const lines = store.add(new FrameLines(traces, places));
  for (const { onDidChange } of [repositories, added]) {
    store.add(
      onDidChange(() => {
        places.forget();
        lines.refresh();
      }),
    );
  }
  const clientKeys = store.add(new ClientKeys({ clientFor, mask: mask.add.bind(mask) }));
  const rotations = store.add(new KeyRotations({ clientKeys, memory }));
  const bases = (): readonly string[] => accounts.list().map(({ base }) => base);
  const uses = store.add(new HardCodedKeys({ clientKeys, files: keyFiles(localGit), bases }));
  store.add(clearOnAccountChange(accounts, [errors, traces, clientKeys, uses]));
  store.add(
    accounts.onDidChange(() => {
      lines.refresh();
    }),
  );
  return { filter, errors, traces, pasted, places, lines, keys: { clientKeys, rotations, uses } };
}
