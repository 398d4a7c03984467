import { isCanceled } from '../../../src/api/errors';
import {
  type QueryConfigurationTarget,
  type QuerySetting,
  SavedQueries,
} from '../../../src/app/merge-requests/saved-queries';
import { AddedGroups } from '../../../src/app/projects/added-groups';
import { onBackgroundFailure } from '../../../src/base/background';
import { Emitter } from '../../../src/base/emitter';
import type { Sandbox } from '../../../src/sandbox/index';
import { queryPanelKind } from '../../../src/ui/merge-requests/panels/query-panel';
import { heldMemory } from '../../builders/stores';
import { signedIn } from './signed-in';

/** The form of saved queries with the stores of the extension, for a role of the sandbox. */
export async function queryWorld(sandbox: Sandbox, role: keyof Sandbox['tokens']) {
  const { store, accounts, projects, clientFor } = await signedIn(sandbox, role);
  const failures: string[] = [];
  store.add(
    onBackgroundFailure((error) => {
      if (!isCanceled(error)) failures.push(error instanceof Error ? (error.stack ?? '') : String(error));
    }),
  );
  const changed = store.add(new Emitter<void>());
  const values = new Map<QueryConfigurationTarget, readonly unknown[]>();
  const setting: QuerySetting = {
    read: (target) => values.get(target),
    write: (target, value) => {
      values.set(target, value);
      changed.fire();
      return Promise.resolve();
    },
    hasWorkspace: () => true,
    onDidChange: changed.event,
  };
  const queries = store.add(new SavedQueries(setting));
  return {
    kind: queryPanelKind({
      ...{ accounts, projects, queries, clientFor },
      groups: store.add(new AddedGroups(heldMemory())),
      remove: (id) => queries.remove(id),
      showView: () => Promise.resolve(),
    }),
    /** The setting with the saved queries, by configuration target. */
    values,
    queries,
    failures,
    dispose: () => {
      store.dispose();
    },
  };
}
