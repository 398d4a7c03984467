import { commands } from 'vscode';
import { groupCommands } from '../commands/group-commands';
import { pinCommands } from '../commands/pin-commands';
import { queryCommands } from '../commands/query-commands';
import { Panels } from '../panels/panel-frame';
import { queryPanelKind } from '../panels/query-panel';
import { COMMAND } from '../presentation/command-ids';
import { VIEW } from '../presentation/view-ids';
import type { Core } from './core';
import type { MergeRequestViewCore } from './merge-request-view';

const SETTINGS = {
  workspace: 'workbench.action.openWorkspaceSettingsFile',
  user: 'workbench.action.openSettingsJson',
} as const;

/** What lists of merge requests can be made of: saved queries with their form, groups, pins. */
export function composeQueries(core: Core, view: MergeRequestViewCore) {
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
          const target = { kind: 'merge-request-list', queries: [], saved: id };
          return commands.executeCommand(COMMAND.deleteQuery, { target });
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
        void commands.executeCommand(SETTINGS[home]);
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
