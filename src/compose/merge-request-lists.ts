import { window } from 'vscode';
import { knownUsername } from '../app/accounts/known-username';
import { ReviewedVersions } from '../app/changes/reviewed-versions';
import { MergeRequestActions } from '../app/merge-requests/actions';
import { ArchivedProjects } from '../app/merge-requests/archived-projects';
import { AttentionCount } from '../app/merge-requests/attention-count';
import { KeptSearches } from '../app/merge-requests/kept-searches';
import { SeenMergeRequests } from '../app/merge-requests/last-seen';
import { MergedRequests } from '../app/merge-requests/merged-requests';
import { OwnChanges } from '../app/merge-requests/own-changes';
import { Pins } from '../app/merge-requests/pins';
import { ReviewQueue } from '../app/merge-requests/review-queue';
import { RowLookups } from '../app/merge-requests/row-lookups';
import { SavedQueries } from '../app/merge-requests/saved-queries';
import { Todos, TodoUpdates } from '../app/merge-requests/todos';
import { AddedGroups } from '../app/projects/added-groups';
import { background } from '../base/background';
import type { DisposableStore } from '../base/disposable';
import { COMMAND } from '../presentation/shared/command-ids';
import { savedQuerySetting } from '../ui/merge-requests/editor/saved-query-setting';
import { execute } from '../ui/shared/editor/execute';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import { clearOnAccountChange } from './clear-on-account-change';
import type { ProjectsModule } from './projects';

/** Lists of merge requests, data for their rows, and actions on merge requests. */
export interface MergeRequestListsModule {
  readonly pins: Pins;
  readonly seen: SeenMergeRequests;
  readonly reviewed: ReviewedVersions;
  readonly groups: AddedGroups;
  readonly queries: SavedQueries;
  readonly lookups: RowLookups;
  readonly attention: AttentionCount;
  readonly queue: ReviewQueue;
  readonly searches: KeptSearches;
  readonly todos: Todos;
  readonly actions: MergeRequestActions;
}

export function composeMergeRequestLists(
  store: DisposableStore,
  deps: AccountsModule & BranchModule & Pick<ProjectsModule, 'projects'>,
): MergeRequestListsModule {
  const { accounts, branch, clientFor, clock, mergeRequests, projects, workspaceMemory } = deps;
  const seen = store.add(new SeenMergeRequests(workspaceMemory));
  const actions = store.add(new MergeRequestActions(clientFor, mergeRequests, clock));
  const inWorkspace = projects.isArchived.bind(projects);
  const archived = new ArchivedProjects({ clientFor, store: mergeRequests, inWorkspace });
  const reviewed = store.add(new ReviewedVersions(deps.sharedMemory));
  store.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) reviewed.reload();
    }),
  );
  const lookups = store.add(new RowLookups(mergeRequests, clock, archived, reviewed));
  const todos = store.add(new Todos(clientFor, clock));
  store.add(clearOnAccountChange(accounts, [lookups, todos]));
  store.add(new TodoUpdates({ todos, actions }));
  store.add(new OwnChanges({ actions, lookups, seen }));
  store.add(
    new MergedRequests({
      store: mergeRequests,
      actions,
      branch: (listen) =>
        branch.onDidChange((facts) => {
          listen(facts && { base: facts.branch.project.base, mergeRequest: facts.mergeRequest });
        }),
      merged: (mergeRequest) => {
        const target = { kind: 'merge-request', mergeRequest } as const;
        background(execute(COMMAND.deleteMergedBranch, { target, offer: true }));
      },
    }),
  );
  const pins = store.add(new Pins(workspaceMemory, clock));
  const users = () => accounts.list().map(({ base }) => ({ base, who: knownUsername(accounts, base) }));
  return {
    attention: store.add(new AttentionCount({ users, mergeRequests, lookups, pins, clock })),
    pins,
    seen,
    reviewed,
    groups: store.add(new AddedGroups(workspaceMemory)),
    queries: store.add(new SavedQueries(savedQuerySetting)),
    lookups,
    queue: new ReviewQueue({
      users,
      userOf: (base) => accounts.user(base),
      mergeRequests,
      lookups,
      pins,
      clock,
    }),
    searches: store.add(new KeptSearches(workspaceMemory)),
    todos,
    actions,
  };
}
