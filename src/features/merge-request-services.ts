import { window, workspace } from 'vscode';
import { knownUsername } from '../app/accounts/known-username';
import { ChangeFilters } from '../app/changes/change-filter';
import { Changes } from '../app/changes/changes';
import { ChangesLayoutStore } from '../app/changes/changes-layout';
import { FilesSinceReview } from '../app/changes/files-since-review';
import { PushHistory } from '../app/changes/push-history';
import { ReviewedVersions } from '../app/changes/reviewed-versions';
import { ShownChanges } from '../app/changes/shown-changes';
import { VIEWED_KEY, ViewedFiles } from '../app/changes/viewed-files';
import { ChangeEvents } from '../app/discussions/activity/change-events';
import { ActivityViewStore } from '../app/discussions/activity/view';
import { SuggestionBatches } from '../app/discussions/apply-suggestions/suggestion-batches';
import { CommentOutbox } from '../app/discussions/comment-outbox';
import { Discussions } from '../app/discussions/discussions';
import { MergeRequestRefresh } from '../app/discussions/merge-request-refresh';
import { OutdatedThreads } from '../app/discussions/outdated-threads';
import { Reactions } from '../app/discussions/reactions';
import { ReviewCompletion } from '../app/discussions/review-completion';
import { ReviewForms } from '../app/discussions/review-forms';
import { UnfinishedComments } from '../app/discussions/unfinished-comments';
import { Clones } from '../app/git/clones';
import { ConflictFiles } from '../app/git/conflict-files';
import { MergeRequestActions } from '../app/merge-requests/actions';
import { SourceBranches } from '../app/merge-requests/after-merge/source-branches';
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
import { NO_FILTER } from '../app/pipelines/query';
import { AddedGroups } from '../app/projects/added-groups';
import { TextParts } from '../app/projects/text-parts';
import { Poller } from '../app/shared/poller';
import { TreeRowStates } from '../app/shared/tree-row-states';
import { background } from '../base/background';
import { componentLog } from '../base/log';
import { COMMAND } from '../presentation/shared/command-ids';
import type { Services } from '../services';
import { followsBranch } from '../ui/branch/editor/follows-branch';
import { isDiffOpen } from '../ui/changes/editor/active-review';
import { GeneratedFiles } from '../ui/changes/editor/generated-files';
import { GitMerging } from '../ui/git/editor/merging';
import { GitWork } from '../ui/git/editor/work';
import { ActiveFileRow } from '../ui/merge-request-view/trees/active-file-row';
import { registerChangeBadges, registerUnreadBadges } from '../ui/merge-request-view/trees/badges';
import { MergeRequestTree } from '../ui/merge-request-view/trees/tree';
import { MergeRequestView } from '../ui/merge-request-view/trees/view';
import { savedQuerySetting } from '../ui/merge-requests/editor/saved-query-setting';
import { jobLayout } from '../ui/pipelines/trees/job-layout';
import { execute } from '../ui/shared/editor/execute';
import { projectFolder } from '../ui/shared/editor/project-folder';
import { pollInterval } from '../ui/shared/editor/settings';
import { synced } from '../ui/shared/editor/storage';

/** The Merge Requests view, and the stores of merge requests and reviews. Loaded when the view is first shown. */
export type MergeRequestServices = ReturnType<typeof createMergeRequestServices>;

export function createMergeRequestServices(services: Services) {
  const { store } = services;
  const lists = createLists(services);
  const { actions } = lists;
  const review = createReviewStores(services, lists.reviewed);
  const { changes, discussions, outbox, outdatedThreads, reviewed, shown, viewed } = review;
  for (const register of [registerChangeBadges, registerUnreadBadges]) store.add(register());
  store.add(new ReviewCompletion({ actions, viewed, changes, shown, reviewed }));
  const conflicts = createConflictFiles(services);
  const tree = store.add(
    new MergeRequestTree({
      ...lists,
      accounts: services.accounts,
      projects: services.projects,
      pipelines: services.pipelines,
      actions: services.actions,
      mergeRequests: services.mergeRequests,
      mergeRequestActions: actions,
      filter: () => NO_FILTER,
      jobLayout,
      artifacts: services.artifacts,
      clock: services.clock,
      contextKeys: services.contextKeys,
      watching: services.watching,
      changes,
      viewed,
      shownChanges: shown,
      pushes: review.pushes,
      sinceReview: review.sinceReview,
      changesLayout: review.layout,
      threadDeps: { discussions, outbox, outdatedThreads },
      isDiffOpen,
      conflictFiles: conflicts.conflictFiles,
      branch: services.checkedOut,
    }),
  );
  tree.isReadOnly = (base) => services.readOnlyAccounts.has(base);
  return { ...lists, ...conflicts, ...createView(services, { ...lists, discussions, tree }), review, tree };
}

/** Creates the lists of merge requests, data for their rows, and actions on merge requests. */
function createLists(services: Services) {
  const { accounts, branch, clientFor, clock, mergeRequests, projects, store, workspaceMemory } = services;
  const seen = store.add(new SeenMergeRequests(workspaceMemory));
  const actions = store.add(new MergeRequestActions(clientFor, mergeRequests, clock));
  const inWorkspace = projects.isArchived.bind(projects);
  const archived = new ArchivedProjects({ clientFor, store: mergeRequests, inWorkspace });
  const reviewed = store.add(new ReviewedVersions(services.sharedMemory));
  store.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) reviewed.reload();
    }),
  );
  const lookups = services.cleared(store.add(new RowLookups(mergeRequests, clock, archived, reviewed)));
  const todos = services.cleared(store.add(new Todos(clientFor, clock)));
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
    queue: new ReviewQueue({ ...services, users, lookups, pins }),
    searches: store.add(new KeptSearches(workspaceMemory)),
    todos,
    actions,
  };
}

/** Creates the conflicting files and the remaining branches of merge requests, for their rows and pages. */
function createConflictFiles(services: Services) {
  const { added, clientFor, gitWorkDeps, moves, repositories, store, worktrees } = services;
  const git = new GitWork(gitWorkDeps);
  const clones = new Clones(git, clientFor, moves, added);
  const merging = new GitMerging(gitWorkDeps);
  const isTrusted = (): boolean => workspace.isTrusted;
  const conflictFiles = services.cleared(
    store.add(new ConflictFiles({ git, clones, merging, worktrees, isTrusted })),
  );
  store.add(
    repositories.onDidChange(() => {
      conflictFiles.clonesChanged();
    }),
  );
  const sourceBranches = services.cleared(store.add(new SourceBranches(clientFor)));
  return { conflictFiles, sourceBranches };
}

interface ViewStores extends Pick<ReturnType<typeof createLists>, 'lookups' | 'todos'> {
  readonly discussions: Discussions;
  readonly tree: MergeRequestTree;
}

function createView(services: Services, { discussions, lookups, todos, tree }: ViewStores) {
  const { clock, mergeRequests, notifications, pause, store, views, workspaceMemory } = services;
  const refresh = new MergeRequestRefresh({
    mergeRequests,
    lookups,
    todos,
    discussions,
    pipelines: services.pipelines,
    tree,
    branch: services.branch,
    pipelinesAreFresh: () => views.pipelines.view.visible,
    branchIsFresh: followsBranch,
  });
  tree.whenRefreshed = () => refresh.settled();
  const poller = store.add(
    new Poller({
      clock,
      poll: (signal, all) => refresh.poll(signal, all),
      pace: () => refresh.pace(),
      interval: pollInterval,
      requests: () => mergeRequests.requests,
    }),
  );
  store.add(notifications.onDidChange(tree.repaintAges.bind(tree)));
  const rowStates = store.add(new TreeRowStates(workspaceMemory, 'merge-request-rows'));
  const view = store.add(
    new MergeRequestView(views.mergeRequests.view, { tree, poller, clock, rowStates, pause }),
  );
  store.add(new ActiveFileRow(views.mergeRequests.view, tree));
  return { poller, view };
}

/** Creates the changes of merge requests, and the discussions on them. */
function createReviewStores(services: Services, reviewed: ReviewedVersions) {
  const { clientFor, clock, context, log, mergeRequests, projects, store, workspaceMemory } = services;
  const cleared = <T extends { clear(): void; dispose(): void }>(cache: T): T =>
    services.cleared(store.add(cache));
  const changes = cleared(
    new Changes({
      clientFor,
      mergeRequests,
      reviewed,
      blobs: async (paths) => (await import('../ui/git/editor/local-git')).localBlobs(paths),
    }),
  );
  const pushes = cleared(new PushHistory({ clientFor, changes }));
  const discussions = cleared(new Discussions({ clientFor, mergeRequests }));
  const unfinished = store.add(new UnfinishedComments(workspaceMemory));
  const shared = synced(context.globalState, [VIEWED_KEY], services.sharedMemory);
  const viewed = store.add(new ViewedFiles(workspaceMemory, shared, clock));
  const filters = store.add(new ChangeFilters());
  const generated = store.add(new GeneratedFiles((project) => projectFolder(projects, project)));
  return {
    changes,
    pushes,
    reviewed,
    sinceReview: cleared(new FilesSinceReview({ changes, reviewed, log: componentLog(log, 'changes') })),
    viewed,
    filters,
    layout: store.add(new ChangesLayoutStore(workspaceMemory)),
    generated,
    shown: store.add(new ShownChanges({ changes, viewed, filters, generated, clock })),
    discussions,
    events: cleared(new ChangeEvents({ clientFor, mergeRequests })),
    activityView: store.add(new ActivityViewStore(workspaceMemory)),
    reactions: cleared(new Reactions({ clientFor, mergeRequests, clock })),
    textParts: cleared(new TextParts(clientFor, componentLog(log, 'discussions'))),
    outbox: store.add(new CommentOutbox(workspaceMemory)),
    unfinished,
    reviewForms: store.add(new ReviewForms(unfinished)),
    batches: cleared(new SuggestionBatches({ discussions })),
    outdatedThreads: store.add(new OutdatedThreads({ changes, discussions, mergeRequests })),
  };
}
