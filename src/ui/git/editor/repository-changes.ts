import { ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import type { GitApi } from './api';
import type { HiddenWorktrees } from './hidden-worktrees';

interface Repositories {
  readonly connect: (store: DisposableStore) => Promise<GitApi | undefined>;
  readonly worktrees: Pick<HiddenWorktrees, 'onDidChange'>;
}

/** Calls back after changes of a repository, also if it is opened later, until the result is disposed. */
export function watchRepository(
  { connect, worktrees }: Repositories,
  repository: string,
  changed: () => void,
): Disposable {
  const store = new DisposableStore();
  store.add(
    worktrees.onDidChange((of) => {
      if (of === repository) changed();
    }),
  );
  let isOver = false;
  store.add(
    onDispose(() => {
      isOver = true;
    }),
  );
  // Without the Git extension, there are no repositories.
  ignoreFailure(
    connect(store).then((api) => {
      if (api === undefined || isOver) return;
      const watch = (each: GitApi['repositories'][number]): void => {
        if (isOver || each.rootUri.toString() !== repository) return;
        store.add(each.state.onDidChange(changed));
        changed();
      };
      for (const each of api.repositories) watch(each);
      store.add(api.onDidOpenRepository(watch));
    }),
  );
  return store;
}
