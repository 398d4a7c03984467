import type { AttentionCount } from '../app/merge-requests/attention-count';
import { SignInItem } from '../ui/accounts/editor/sign-in-item';
import { BackgroundRefresh } from '../ui/branch/editor/background-refresh';
import { followsBranch } from '../ui/branch/editor/follows-branch';
import { showPipelineEnd } from '../ui/branch/editor/pipeline-end-message';
import { BranchStatusItem } from '../ui/branch/editor/status-item';
import { choice, isOn, onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { LogsModule } from './logs';
import type { OutputModule } from './output';
import type { PipelineViewModule } from './pipeline-view';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';
import type { Registered } from './registered';

/** The status bar items, the badge, and messages about finished pipelines. */
export interface NotificationsModule {
  readonly statusItem: BranchStatusItem;
  readonly signInItem: SignInItem;
  /** Starts requests in the background. */
  readonly wake: () => void;
}

type NotificationsDeps = OutputModule &
  AccountsModule &
  ProjectsModule &
  PipelinesModule &
  LogsModule &
  BranchModule &
  PipelineViewModule;

export function composeNotifications(
  { store, views }: Registered,
  deps: NotificationsDeps,
  attention: () => Promise<AttentionCount>,
): NotificationsModule {
  const { branch, clock, notifications, openLog, opening, projects, prompts, report, titles } = deps;
  const statusItem = store.add(new BranchStatusItem());
  const signInItem = store.add(new SignInItem(deps));
  const refresh = store.add(
    new BackgroundRefresh({
      branch,
      notifications,
      item: statusItem,
      view: views.pipelines.view,
      badge: () => choice('badge'),
      attention,
      clock,
      wanted: followsBranch,
      showsItem: () => isOn('statusBar'),
      interval: pollInterval,
      onDidMove: projects.onDidChange,
      titles,
    }),
  );
  store.add(
    notifications.onDidEnd((ended) => {
      const titleOf = () => titles.peek(ended.key, ended.pipeline)?.title;
      showPipelineEnd({ prompts, openLog, showPipeline: opening.showPipeline, report, titleOf }, ended);
    }),
  );
  store.add(
    onDidChangeSettings(() => {
      refresh.reconsider();
    }),
  );
  const wake = (): void => {
    refresh.wake();
  };
  for (const { tree } of [views.pipelines, views.mergeRequests, views.errors])
    store.add(tree.onDidLoad(wake));
  return { statusItem, signInItem, wake };
}
