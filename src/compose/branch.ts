import { window } from 'vscode';
import { knownUsername } from '../app/accounts/known-username';
import { CheckedOutMergeRequests } from '../app/branch/checked-out-merge-requests';
import { freshPipeline } from '../app/branch/fresh-pipelines';
import { NotificationUpdates } from '../app/branch/notification-updates';
import { NotifiedPipelines } from '../app/branch/notified-pipelines';
import { PipelineNotifications } from '../app/branch/pipeline-notifications';
import { BranchWatch } from '../app/branch/watch';
import { MergeRequests } from '../app/merge-requests/merge-requests';
import type { PipelineKey } from '../app/shared/keys';
import { type WatchContext, watchContext } from '../presentation/branch/notification-messages';
import { followsBranch } from '../ui/branch/editor/follows-branch';
import { isLogVisible } from '../ui/logs/documents/visible-logs';
import { projectFolder } from '../ui/shared/editor/project-folder';
import { choice } from '../ui/shared/editor/settings';
import type { AccountsModule } from './accounts';
import type { LogsModule } from './logs';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';
import type { Registered } from './registered';

/** The pipeline and merge request of the checked-out branch, and watched pipelines. */
export interface BranchModule {
  readonly mergeRequests: MergeRequests;
  readonly branch: BranchWatch;
  readonly checkedOut: CheckedOutMergeRequests;
  readonly notifications: PipelineNotifications;
  /** Returns whether a pipeline with this status is or can be watched; undefined if it can't. */
  readonly watching: (key: PipelineKey, status: string) => WatchContext | undefined;
}

type BranchDeps = AccountsModule & ProjectsModule & PipelinesModule & LogsModule;

export function composeBranch({ store, views }: Registered, deps: BranchDeps): BranchModule {
  const { accounts, clientFor, clock, heads, jobLogs, jobUpdates: jobs, pipelines, projects } = deps;
  const mergeRequests = store.add(new MergeRequests(clientFor, clock));
  const listsAreFresh = (): boolean =>
    views.pipelines.view.visible && window.state.focused && !pipelines.isFailing;
  const branch = store.add(
    new BranchWatch({ clientFor, projects, pipelines, mergeRequests, clock, listsAreFresh, heads }),
  );
  const fresh = { branch, pipelines, branchIsFresh: followsBranch, listsAreFresh };
  const notifications = store.add(
    new PipelineNotifications({
      clientFor,
      clock,
      memory: deps.workspaceMemory,
      notified: new NotifiedPipelines(deps.sharedMemory, clock, crypto.randomUUID()),
      level: (project) => choice('notify', projectFolder(projects, project)),
      usernameOn: (base) => knownUsername(accounts, base),
      fresh: (key) => freshPipeline(fresh, key),
      isVisible: (key, failed) => isLogVisible(jobLogs.documents, key, failed),
    }),
  );
  store.add(new NotificationUpdates({ notifications, branch, pipelines, jobs }));
  store.add(
    accounts.onDidChange(() => {
      mergeRequests.clear();
      branch.forget();
    }),
  );
  const watching = (key: PipelineKey, status: string) =>
    watchContext(status, { isWatched: notifications.isWatched(key) });
  const checkedOut = store.add(new CheckedOutMergeRequests(branch));
  return { mergeRequests, branch, checkedOut, notifications, watching };
}
