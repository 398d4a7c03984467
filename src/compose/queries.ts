import { commands } from 'vscode';
import type { QueryFormKey } from '../app/merge-requests/query-form-key';
import { background } from '../base/background';
import { pinCommands } from '../commands/merge-requests/pin-commands';
import { queryCommands } from '../commands/merge-requests/query-commands';
import { groupCommands } from '../commands/projects/group-commands';
import type { CommandRow } from '../commands/shared/command-row';
import { openQuerySetting } from '../editor/merge-requests/saved-query-setting';
import { execute } from '../editor/shared/execute';
import { Panels } from '../panels/panel-frame';
import { queryPanelKind } from '../panels/query-panel';
import { COMMAND } from '../presentation/shared/command-ids';
import { VIEW } from '../presentation/shared/view-ids';
import type { Core } from './core';
import type { MergeRequestViewModule } from './merge-request-view';

/** What lists of merge requests can be made of: saved queries with their form, groups, pins. */
export interface QueriesModule {
  readonly rows: readonly CommandRow[];
  readonly panel: Panels<QueryFormKey>;
}

export function composeQueries(core: Core, view: MergeRequestViewModule): QueriesModule {
  const { accounts, projects, clientFor, prompts, report, clock, mergeRequests } = core;
  const { groups, queries, pins } = view;
  const showView = () => commands.executeCommand(`${VIEW.mergeRequests}.focus`);
  const panel = core.store.add(
    new Panels(
      core.extensionUri,
      queryPanelKind({
        accounts,
        projects,
        groups,
        queries,
        clientFor,
        remove: (id) => {
          const target = { kind: 'merge-request-list', queries: [], saved: id } as const;
          return execute(COMMAND.deleteQuery, { target });
        },
        showView,
      }),
    ),
  );
  const rows = [
    ...queryCommands({
      queries,
      prompts,
      report,
      openForm: (key) => {
        panel.open(key);
      },
      openSettings: (home) => {
        background(openQuerySetting(home));
      },
    }),
    ...groupCommands({ accounts, groups, prompts, showView }),
    ...pinCommands({
      pins,
      prompts,
      now: () => clock.now(),
      updatedAt: (key) => mergeRequests.peek(key)?.updated_at,
    }),
  ];
  return { rows, panel };
}
