import { TimeTimer } from '../app/merge-requests/timer';
import { TimerItem } from '../ui/merge-requests/editor/timer-item';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import type { Core } from './core';

/** Measures the time spent on a merge request, and shows it in the status bar. */
export interface TimerModule {
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
}

export function composeTimer({ store, workspaceMemory, clock, projects, prompts }: Core): TimerModule {
  const timer = store.add(new TimeTimer(workspaceMemory, clock));
  const timerItem = store.add(
    new TimerItem({
      timer,
      prompts,
      contextKeys: editorContextKeys,
      onDidChangeBranch: projects.onDidChange,
      branchOf: ({ key }) => projects.branchOf(key),
    }),
  );
  return { timer, timerItem };
}
