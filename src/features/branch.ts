import type { AttentionCount } from '../app/merge-requests/attention-count';
import type { Services } from '../services';
import { SignInItem } from '../ui/accounts/editor/sign-in-item';
import { BackgroundRefresh } from '../ui/branch/editor/background-refresh';
import { followsBranch } from '../ui/branch/editor/follows-branch';
import { showPipelineEnd } from '../ui/branch/editor/pipeline-end-message';
import { BranchStatusItem } from '../ui/branch/editor/status-item';
import type { ItemOpener } from '../ui/shared/editor/opening';
import { choice, isOn, onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';

/** The status bar items, the badge, and messages about finished pipelines. */
export interface BranchFeature {
  readonly statusItem: BranchStatusItem;
  readonly signInItem: SignInItem;
  /** Starts requests in the background. */
  readonly wake: () => void;
}

export function startBranch(
  services: Services,
  { showPipeline }: Pick<ItemOpener, 'showPipeline'>,
  attention: () => Promise<AttentionCount>,
): BranchFeature {
  const { notifications, projects, store, titles, views } = services;
  const statusItem = store.add(new BranchStatusItem());
  const signInItem = store.add(new SignInItem(services));
  const refresh = store.add(
    new BackgroundRefresh({
      ...services,
      item: statusItem,
      view: views.pipelines.view,
      badge: () => choice('badge'),
      attention,
      wanted: followsBranch,
      showsItem: () => isOn('statusBar'),
      interval: pollInterval,
      onDidMove: projects.onDidChange,
    }),
  );
  store.add(
    notifications.onDidEnd((ended) => {
      const titleOf = () => titles.peek(ended.key, ended.pipeline)?.title;
      showPipelineEnd({ ...services, showPipeline, titleOf }, ended);
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
