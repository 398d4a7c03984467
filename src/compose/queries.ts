import { commands, env, Uri } from 'vscode';
import type { QueryFormKey } from '../app/merge-requests/query-form-key';
import type { MergeRequestKey } from '../app/shared/keys';
import { background } from '../base/background';
import { COMMAND } from '../presentation/shared/command-ids';
import { VIEW } from '../presentation/shared/view-ids';
import { mergeRequestName } from '../ui/merge-requests/commands/choice';
import { pinCommands } from '../ui/merge-requests/commands/pin-commands';
import { runPlainAction } from '../ui/merge-requests/commands/plain-commands';
import { queryCommands } from '../ui/merge-requests/commands/query-commands';
import { mergeRequestSearchCommands } from '../ui/merge-requests/commands/search-commands';
import { todoCommands } from '../ui/merge-requests/commands/todo-commands';
import { openQuerySetting } from '../ui/merge-requests/editor/saved-query-setting';
import { queryPanelKind } from '../ui/merge-requests/panels/query-panel';
import { groupCommands } from '../ui/projects/commands/group-commands';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { execute } from '../ui/shared/editor/execute';
import { searchPick } from '../ui/shared/editor/search-pick';
import { Panels } from '../ui/shared/panels/panels';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';

/** Sources of merge request lists: saved queries and their form, groups, and pins. */
export interface QueriesModule {
  readonly rows: readonly CommandRow[];
  readonly panel: Panels<QueryFormKey>;
}

type QueriesParts = WindowModule & OutputModule & AccountsModule & ProjectsModule & BranchModule;

export function composeQueries(core: QueriesParts, view: MergeRequestViewModule): QueriesModule {
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
  const openMergeRequest = async (mergeRequest: MergeRequestKey): Promise<void> => {
    await execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } });
  };
  const rows = [
    ...mergeRequestSearchCommands({
      accounts,
      projects,
      groups,
      clientFor,
      searches: view.searches,
      prompts,
      ask: (question) => searchPick(question, clock),
      openMergeRequest,
      showView,
      now: () => clock.now(),
    }),
    ...todoCommands({
      todos: view.todos,
      prompts,
      openMergeRequest,
      openPage: async (page) => {
        await env.openExternal(Uri.parse(page, true));
      },
      add: (key) =>
        runPlainAction({ actions: view.actions, prompts }, 'addTodo', {
          key,
          name: mergeRequestName(key),
          sha: undefined,
        }),
    }),
    ...queryCommands({
      queries,
      prompts,
      report,
      openForm: (key) => {
        panel.open(key);
      },
      openSettings: (target) => {
        background(openQuerySetting(target));
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
