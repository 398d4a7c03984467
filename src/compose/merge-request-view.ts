import { CheckedOutMergeRequests } from '../app/branch/checked-out-merge-requests';
import { NO_FILTER } from '../app/pipelines/query';
import { MergeRequestRefresh } from '../app/review/merge-request-refresh';
import { ReviewCompletion } from '../app/review/review-completion';
import { Poller } from '../app/shared/poller';
import { editorContextKeys } from '../editor/shared/context-keys';
import { isOn, setting } from '../editor/shared/settings';
import { registerChangeBadges } from '../trees/merge-requests/change-badges';
import { MergeRequestTree } from '../trees/merge-requests/tree';
import { MergeRequestView } from '../trees/merge-requests/view';
import { jobLayout } from '../trees/pipelines/job-layout';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import { composeMergeRequestLists, type MergeRequestListsModule } from './merge-request-lists';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';
import type { Registered } from './registered';
import { composeReviewStores, type ReviewStores } from './review-stores';

/** The Merge Requests view. */
export interface MergeRequestViewModule extends MergeRequestListsModule {
  readonly review: ReviewStores;
  readonly tree: MergeRequestTree;
  readonly poller: Poller;
}

type MergeRequestViewDeps = AccountsModule & ProjectsModule & PipelinesModule & BranchModule;

export function composeMergeRequestView(
  { store, views }: Registered,
  deps: MergeRequestViewDeps,
): MergeRequestViewModule {
  const { branch, clock, mergeRequests, notifications, pipelines } = deps;
  const lists = composeMergeRequestLists(store, deps);
  const review = composeReviewStores(store, deps);
  const { changes, discussions, layout, outbox, ages, pushes, reviewed, shown, viewed } = review;
  store.add(registerChangeBadges());
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
      clock,
      contextKeys: editorContextKeys,
      watching: deps.watching,
      changes,
      viewed,
      shownChanges: shown,
      pushes,
      changesLayout: layout,
      talk: { discussions, outbox, ages },
      branch: store.add(new CheckedOutMergeRequests(branch)),
    }),
  );
  const refresh = new MergeRequestRefresh({
    mergeRequests,
    lookups: lists.lookups,
    discussions,
    pipelines,
    tree,
    branch,
    pipelinesAreFresh: () => views.pipelines.view.visible,
    branchIsFresh: () => isOn('statusBar'),
  });
  const poller = store.add(
    new Poller({
      clock,
      poll: (signal, all) => refresh.poll(signal, all),
      pace: () => refresh.pace(),
      interval: () => setting('refreshInterval') * 1000,
      requests: () => mergeRequests.requests,
    }),
  );
  store.add(notifications.onDidChange(tree.repaintAges.bind(tree)));
  store.add(new MergeRequestView(views.mergeRequests.view, { tree, poller, clock }));
  return { ...lists, review, tree, poller };
}
