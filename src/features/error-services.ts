import { workspace } from 'vscode';
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
import { stackTraceFromServer } from '../domain/errors/from-server';
import type { Services } from '../services';
import { FrameLenses } from '../ui/errors/documents/frame-lenses';
import { keyFiles } from '../ui/errors/editor/key-files';
import { KeyProblems } from '../ui/errors/editor/key-problems';
import { KeysSubtree } from '../ui/errors/trees/keys-subtree';
import { ErrorTree } from '../ui/errors/trees/tree';
import { ErrorView } from '../ui/errors/trees/view';
import { localGit } from '../ui/git/editor/local-git';
import { frameFiles } from '../ui/shared/editor/frame-files';
import { isOn, onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';

/** The Errors view, and the stores of tracked errors and client keys. Loaded when the view is first shown. */
export type ErrorServices = ReturnType<typeof createErrorServices>;

export function createErrorServices(services: Services) {
  const { clock, pause, store, views, workspaceMemory } = services;
  const { view } = views.errors;
  const stores = createStores(services);
  const { errors, filter, traces } = stores;
  const { clientKeys } = stores.keys;
  store.add(new FrameLenses({ ...stores, clock, isOn: () => isOn('errorsCodeLens'), onDidChangeSettings }));
  store.add(new KeyProblems(stores.keys.uses));
  const keys = store.add(new KeysSubtree(stores.keys));
  const tree = store.add(new ErrorTree({ ...services, ...stores, keys }));
  tree.isReadOnly = (base) => services.readOnlyAccounts.has(base);
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
  const rowStates = store.add(new TreeRowStates(workspaceMemory, 'error-rows'));
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

/** Creates the stores of tracked errors, their stack traces, the lines of code in these, and client keys. */
function createStores(services: Services) {
  const { accounts, added, clientFor, clock, mask, repositories, store, workspaceMemory: memory } = services;
  const filter = store.add(new ErrorFilter(memory));
  const errors = services.cleared(store.add(new TrackedErrors({ clientFor, clock, filter })));
  const traces = services.cleared(
    store.add(
      new LatestTraces({
        clientFor,
        errorOf: (key) => errors.peek(key),
        read: (trace, of) => stackTraceFromServer(trace, of),
      }),
    ),
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
  const clientKeys = services.cleared(store.add(new ClientKeys({ clientFor, mask: mask.add.bind(mask) })));
  const rotations = store.add(new KeyRotations({ clientKeys, memory }));
  const bases = (): readonly string[] => accounts.list().map(({ base }) => base);
  const uses = services.cleared(
    store.add(new HardCodedKeys({ clientKeys, files: keyFiles(localGit), bases })),
  );
  store.add(
    accounts.onDidChange(() => {
      lines.refresh();
    }),
  );
  return { filter, errors, traces, pasted, places, lines, keys: { clientKeys, rotations, uses } };
}
