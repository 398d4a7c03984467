import { workspace } from 'vscode';
import { MergeRequestRefresh } from '../app/discussions/merge-request-refresh';
import { ReviewCompletion } from '../app/discussions/review-completion';
import { Clones } from '../app/git/clones';
import { ConflictFiles } from '../app/git/conflict-files';
import { SourceBranches } from '../app/merge-requests/after-merge/source-branches';
import { NO_FILTER } from '../app/pipelines/query';
import { Poller } from '../app/shared/poller';
import { TreeRowStates } from '../app/shared/tree-row-states';
import type { DisposableStore } from '../base/disposable';
import { followsBranch } from '../ui/branch/editor/follows-branch';
import { isDiffOpen } from '../ui/changes/editor/active-review';
import { ActiveFileRow } from '../ui/changes/trees/active-file-row';
import { GitMerging } from '../ui/git/editor/merging';
import { GitWork } from '../ui/git/editor/work';
import { registerChangeBadges, registerUnreadBadges } from '../ui/merge-requests/trees/badges';
import { MergeRequestTree } from '../ui/merge-requests/trees/tree';
import { MergeRequestView } from '../ui/merge-requests/trees/view';
import { jobLayout } from '../ui/pipelines/trees/job-layout';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import { pollInterval } from '../ui/shared/editor/settings';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import { clearOnAccountChange } from './clear-on-account-change';
import type { GitCredentialsModule } from './git-credentials';
import { composeMergeRequestLists, type MergeRequestListsModule } from './merge-request-lists';
import type { OutputModule } from './output';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';
import type { Registered } from './registered';
import { composeReviewStores, type ReviewStores } from './review-stores';

/** The Merge Requests view. */
export interface MergeRequestViewModule extends MergeRequestListsModule, ConflictFilesModule {
  readonly review: ReviewStores;
  readonly tree: MergeRequestTree;
  readonly view: MergeRequestView;
  readonly poller: Poller;
}

type MergeRequestViewDeps = AccountsModule &
  Pick<OutputModule & GitCredentialsModule, 'log' | 'gitWorkDeps' | 'worktrees'> &
  ProjectsModule &
  PipelinesModule &
  BranchModule;

export function composeMergeRequestView(
  { store, views }: Registered,
  deps: MergeRequestViewDeps,
): MergeRequestViewModule {
  const { branch, clock, mergeRequests, notifications, pause, pipelines } = deps;
  const lists = composeMergeRequestLists(store, deps);
  const review = composeReviewStores(store, { ...deps, reviewed: lists.reviewed });
  const { conflictFiles, sourceBranches } = composeConflictFiles(store, deps);
  const {
    changes,
    discussions,
    layout,
    outbox,
    outdatedThreads,
    pushes,
    reviewed,
    shown,
    sinceReview,
    viewed,
  } = review;
  for (const register of [registerChangeBadges, registerUnreadBadges]) store.add(register());
  store.add(new ReviewCompletion({ actions: lists.actions, viewed, changes, shown, reviewed }));
  const tree = store.add(
    new MergeRequestTree({
      ...lists,
      accounts: deps.accounts,
      projects: deps.projects,
      pipelines,
      actions: deps.actions,
      mergeRequests,
      mergeRequestActions: lists.actions,
      filter: () => NO_FILTER,
      jobLayout,
      artifacts: deps.artifacts,
      clock,
      contextKeys: editorContextKeys,
      watching: deps.watching,
      changes,
      viewed,
      shownChanges: shown,
      pushes,
      sinceReview,
      changesLayout: layout,
      threadDeps: { discussions, outbox, outdatedThreads },
      isDiffOpen,
      conflictFiles,
      branch: deps.checkedOut,
    }),
  );
  tree.isReadOnly = (base) => deps.readOnlyAccounts.has(base);
  const refresh = new MergeRequestRefresh({
    mergeRequests,
    lookups: lists.lookups,
    todos: lists.todos,
    discussions,
    pipelines,
    tree,
    branch,
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
  const rowStates = store.add(new TreeRowStates(deps.workspaceMemory, 'merge-request-rows'));
  const view = store.add(
    new MergeRequestView(views.mergeRequests.view, { tree, poller, clock, rowStates, pause }),
  );
  store.add(new ActiveFileRow(views.mergeRequests.view, tree));
  return { ...lists, review, conflictFiles, sourceBranches, tree, view, poller };
}

/** The conflicting files and the remaining branches of merge requests, for their rows and pages. */
export interface ConflictFilesModule {
  readonly conflictFiles: ConflictFiles;
  readonly sourceBranches: SourceBranches;
}

export function composeConflictFiles(
  store: DisposableStore,
  {
    accounts,
    clientFor,
    gitWorkDeps,
    moves,
    added,
    repositories,
    worktrees,
  }: AccountsModule & ProjectsModule & Pick<GitCredentialsModule, 'gitWorkDeps' | 'worktrees'>,
): ConflictFilesModule {
  const git = new GitWork(gitWorkDeps);
  const clones = new Clones(git, clientFor, moves, added);
  const merging = new GitMerging(gitWorkDeps);
  const isTrusted = (): boolean => workspace.isTrusted;
  const conflictFiles = store.add(new ConflictFiles({ git, clones, merging, worktrees, isTrusted }));
  store.add(
    repositories.onDidChange(() => {
      conflictFiles.clonesChanged();
    }),
  );
  const sourceBranches = store.add(new SourceBranches(clientFor));
  store.add(clearOnAccountChange(accounts, [conflictFiles, sourceBranches]));
  return { conflictFiles, sourceBranches };
}
