import { pipelinePage } from '../app/pipelines/content';
import { Poller } from '../app/shared/poller';
import { TreeRowStates } from '../app/shared/tree-row-states';
import { revealJob, revealPipeline } from '../ui/pipelines/trees/find-node';
import { jobLayout } from '../ui/pipelines/trees/job-layout';
import { PipelineTree } from '../ui/pipelines/trees/tree';
import { PipelineView } from '../ui/pipelines/trees/view';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import { createItemOpener, type ItemOpener } from '../ui/shared/editor/opening';
import { onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { OutputModule } from './output';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';
import type { Registered } from './registered';

/** The Pipelines view. */
export interface PipelineViewModule {
  readonly poller: Poller;
  readonly tree: PipelineTree;
  readonly view: PipelineView;
  readonly opening: ItemOpener;
}

type PipelineViewDeps = OutputModule & AccountsModule & ProjectsModule & PipelinesModule & BranchModule;

export function composePipelineView(
  { store, views }: Registered,
  deps: PipelineViewDeps,
): PipelineViewModule {
  const { accounts, actions, clientFor, clock, filter, notifications, pipelines, projects, prompts } = deps;
  const { durations, running, titles, warnings, watching, workspaceMemory, scheduledTimes } = deps;
  const contextKeys = editorContextKeys;
  const poller = store.add(
    new Poller({
      clock,
      poll: (signal, all) => pipelines.poll({ signal, priority: all ? 'foreground' : 'background' }, all),
      pace: () => pipelines.pace(),
      interval: pollInterval,
      requests: () => pipelines.requests,
    }),
  );
  const tree = store.add(
    new PipelineTree({
      accounts,
      projects,
      pipelines,
      actions,
      filter: () => filter.current,
      clock,
      contextKeys,
      watching,
      titles,
      warnings,
      durations,
      running,
      scheduledTimes,
      jobLayout,
      artifacts: deps.artifacts,
    }),
  );
  views.pipelines.tree.adopt(tree);
  tree.isReadOnly = (base) => deps.readOnlyAccounts.has(base);
  const rowStates = store.add(new TreeRowStates(workspaceMemory, 'pipeline-rows'));
  const view = store.add(
    new PipelineView(views.pipelines.view, {
      tree,
      poller,
      filter,
      contextKeys,
      clock,
      rowStates,
      pause: deps.pause,
      branches: () => projects.branches(),
    }),
  );
  store.add(onDidChangeSettings(tree.repaint.bind(tree)));
  store.add(notifications.onDidChange(tree.repaintAges.bind(tree)));
  return {
    poller,
    tree,
    view,
    opening: createItemOpener({
      reveal: (key) =>
        revealPipeline(tree, view.view, key, async () => {
          try {
            await poller.refresh(new AbortController().signal);
          } finally {
            tree.showNewPipelines();
          }
        }),
      revealJob: (key) => revealJob(tree, view.view, key),
      pipelinePage: (key) => pipelinePage(clientFor(key.base), key),
      prompts,
    }),
  };
}
