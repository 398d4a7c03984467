import { workspace, type TreeView } from 'vscode';
import type { CallOptions, Client } from '../api/client';
import type { Accounts } from '../app/accounts';
import { ClientKeys } from '../app/client-keys';
import { KeyRotations } from '../app/key-rotation';
import { KeyUses } from '../app/key-uses';
import { ErrorFilter } from '../app/error-filter';
import { FrameLines } from '../app/frame-lines';
import { FramePlaces } from '../app/frame-places';
import { LatestTraces } from '../app/latest-traces';
import { PastedTraces } from '../app/pasted-traces';
import { Poller } from '../app/poller';
import type { KeyValueStore, Repositories } from '../app/ports';
import type { Projects } from '../app/projects';
import { readNewestTraces } from '../app/trace-backfill';
import { TrackedErrors } from '../app/tracked-errors';
import type { Clock } from '../base/clock';
import type { DisposableStore } from '../base/disposable';
import { fromServer } from '../domain/errors/from-server';
import { FrameLenses } from '../documents/frame-lenses';
import type { ContextKeys } from '../editor/context-keys';
import { frameFiles } from '../editor/frame-files';
import { editorGit } from '../editor/git-show';
import { GitWork } from '../editor/git-work';
import { keyFiles } from '../editor/key-files';
import { KeyProblems } from '../editor/key-problems';
import { isOn, onDidChangeSettings, setting } from '../editor/settings';
import { KeysPart } from '../trees/keys-part';
import { ErrorTree } from '../trees/error-tree';
import { ErrorView } from '../trees/error-view';
import type { TreeNode } from '../trees/tree-node';

/** The view with all that belongs to it. */
export type ErrorViewCore = ReturnType<typeof composeErrorView>;

export interface ErrorViewParts {
  readonly view: TreeView<TreeNode>;
  readonly memory: KeyValueStore;
  readonly clientFor: (base: string) => Client;
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly contextKeys: ContextKeys;
  /** Keeps a text out of whatever is logged from now on. */
  readonly mask: (secret: string) => void;
}

/** The view of the errors, what keeps it fresh, and what is remembered of its rows. */
export function composeErrorView(store: DisposableStore, parts: ErrorViewParts) {
  const { view, memory, clientFor, accounts, repositories, clock } = parts;
  const filter = store.add(new ErrorFilter(memory));
  const errors = store.add(new TrackedErrors({ clientFor, clock, filter }));
  const traces = store.add(
    new LatestTraces({
      clientFor,
      errorOf: (key) => errors.peek(key),
      read: (trace, of) => fromServer(trace, of),
    }),
  );
  const pasted = store.add(new PastedTraces());
  const places = new FramePlaces({
    files: frameFiles,
    repositories,
    folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
    traces,
    pasted,
  });
  const lines = store.add(new FrameLines(traces, places));
  store.add(
    new FrameLenses({ lines, places, errors, clock, isOn: () => isOn('errorLenses'), onDidChangeSettings }),
  );
  store.add(
    repositories.onDidChange(() => {
      places.forget();
      lines.lookAgain();
    }),
  );
  store.add(
    accounts.onDidChange(() => {
      errors.clear();
      traces.clear();
      clientKeys.clear();
      uses.clear();
      lines.lookAgain();
    }),
  );
  const clientKeys = store.add(new ClientKeys({ clientFor, mask: parts.mask }));
  const rotations = store.add(new KeyRotations({ clientKeys, memory }));
  const bases = (): readonly string[] => accounts.list().map(({ base }) => base);
  const uses = store.add(new KeyUses({ clientKeys, files: keyFiles(new GitWork(editorGit)), bases }));
  store.add(new KeyProblems(uses));
  const keys = store.add(new KeysPart({ clientKeys, rotations, uses }));
  const tree = store.add(new ErrorTree({ ...parts, filter, errors, traces, pasted, keys }));
  const poller = store.add(
    new Poller({
      clock,
      look: async (signal, all) => {
        const options: CallOptions = { signal, priority: all ? 'foreground' : 'background' };
        await Promise.all([errors.look(options, all), clientKeys.look(options, all)]);
      },
      pace: () => 'idle',
      interval: () => setting('refreshInterval') * 1000,
      requests: () => errors.requests + traces.requests,
    }),
  );
  const end = new AbortController();
  store.add({
    dispose: () => {
      end.abort();
    },
  });
  let filling: Promise<unknown> | undefined;
  store.add(
    tree.onDidLoad(() => {
      if (!isOn('errorLenses') || !view.visible || filling !== undefined) return;
      const options: CallOptions = { signal: end.signal, priority: 'background' };
      filling = Promise.all(
        tree.openPlaces.map((place) => readNewestTraces(place, errors, traces, options)),
      ).finally(() => {
        filling = undefined;
      });
    }),
  );
  store.add(new ErrorView(view, { tree, poller, clock, filter }));
  return {
    view,
    tree,
    poller,
    filter,
    errors,
    traces,
    pasted,
    places,
    lines,
    keys: { clientKeys, rotations, uses },
  };
}
