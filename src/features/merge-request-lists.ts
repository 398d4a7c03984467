import { commands, env, Uri } from 'vscode';
import type { QueryFormKey } from '../app/merge-requests/query-form-key';
import type { MergeRequestKey } from '../app/shared/keys';
import { background } from '../base/background';
import { COMMAND } from '../presentation/shared/command-ids';
import { VIEW } from '../presentation/shared/view-ids';
import type { Services } from '../services';
import { reviewNextCommand } from '../ui/discussions/commands/review-next-command';
import { mergeRequestName } from '../ui/merge-requests/commands/choice';
import type { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
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
import type { MergeRequestServices } from './merge-request-services';

/** Sources of merge request lists: saved queries and their form, searches, to-do items, groups, and pins. */
export interface MergeRequestListsFeature {
  readonly rows: readonly CommandRow[];
  readonly panel: Panels<QueryFormKey>;
}

export function createMergeRequestLists(
  services: Services,
  view: MergeRequestServices,
  current: CurrentMergeRequest,
): MergeRequestListsFeature {
  const { clock, mergeRequests, prompts, store } = services;
  const { actions, groups, pins, queries, queue, searches, todos } = view;
  const showView = () => commands.executeCommand(`${VIEW.mergeRequests}.focus`);
  const panel = store.add(
    new Panels(
      services.extensionUri,
      queryPanelKind({
        ...services,
        groups,
        queries,
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
      ...services,
      groups,
      searches,
      ask: (question) => searchPick(question, clock),
      openMergeRequest,
      showView,
    }),
    ...todoCommands({
      todos,
      prompts,
      openMergeRequest,
      openPage: async (page) => {
        await env.openExternal(Uri.parse(page, true));
      },
      add: (key) =>
        runPlainAction({ actions, prompts }, 'addTodo', { key, name: mergeRequestName(key), sha: undefined }),
    }),
    ...queryCommands({
      ...services,
      queries,
      openForm: (key) => {
        panel.open(key);
      },
      openSettings: (target) => {
        background(openQuerySetting(target));
      },
    }),
    ...groupCommands({ ...services, groups, showView }),
    ...pinCommands({ ...services, pins, updatedAt: (key) => mergeRequests.peek(key)?.updated_at }),
    reviewNextCommand({ queue, prompts, active: current.inEditor, openMergeRequest }),
  ];
  return { rows, panel };
}
