import { workspace } from 'vscode';
import { ClientKeys } from '../app/errors/client-keys';
import { ErrorFilter } from '../app/errors/filter';
import { FrameLines } from '../app/errors/frame-lines';
import { FramePlaces } from '../app/errors/frame-places';
import { KeyRotations } from '../app/errors/key-rotation';
import { KeyUses } from '../app/errors/key-uses';
import { LatestTraces } from '../app/errors/latest-stack-traces';
import { PastedTraces } from '../app/errors/pasted-stack-traces';
import { TrackedErrors } from '../app/errors/tracked-errors';
import type { DisposableStore } from '../base/disposable';
import { fromServer } from '../domain/errors/from-server';
import { frameFiles } from '../ui/shared/editor/frame-files';
import { keyFiles } from '../ui/errors/editor/key-files';
import { editorGit } from '../ui/git/editor/show';
import { GitWork } from '../ui/git/editor/work';
import type { AccountsModule } from './accounts';
import { clearOnAccountChange } from './clear-on-account-change';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';

/** Client keys, and their places in the workspace's files. */
export interface KeyStores {
  readonly clientKeys: ClientKeys;
  readonly rotations: KeyRotations;
  readonly uses: KeyUses;
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
      read: (trace, of) => fromServer(trace, of),
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
  const uses = store.add(new KeyUses({ clientKeys, files: keyFiles(new GitWork(editorGit)), bases }));
  store.add(clearOnAccountChange(accounts, [errors, traces, clientKeys, uses]));
  store.add(
    accounts.onDidChange(() => {
      lines.refresh();
    }),
  );
  return { filter, errors, traces, pasted, places, lines, keys: { clientKeys, rotations, uses } };
}
