import { pipelinePage } from '../app/pipelines/content';
import { Poller } from '../app/shared/poller';
import { TreeRowStates } from '../app/shared/tree-row-states';
import type { Services } from '../services';
import { revealJob, revealPipeline } from '../ui/pipelines/trees/find-node';
import { jobLayout } from '../ui/pipelines/trees/job-layout';
import { PipelineTree } from '../ui/pipelines/trees/tree';
import { PipelineView } from '../ui/pipelines/trees/view';
import { createItemOpener, type ItemOpener } from '../ui/shared/editor/opening';
import { onDidChangeSettings, pollInterval } from '../ui/shared/editor/settings';

/** The Pipelines view. */
export interface PipelinesView {
  readonly poller: Poller;
  readonly tree: PipelineTree;
  readonly view: PipelineView;
  readonly opening: ItemOpener;
}

export function createPipelinesView(services: Services): PipelinesView {
  const { clientFor, filter, notifications, pipelines, projects, prompts, store, views } = services;
  const poller = store.add(
    new Poller({
      clock: services.clock,
      poll: (signal, all) => pipelines.poll({ signal, priority: all ? 'foreground' : 'background' }, all),
      pace: () => pipelines.pace(),
      interval: pollInterval,
      requests: () => pipelines.requests,
    }),
  );
  const tree = store.add(new PipelineTree({ ...services, filter: () => filter.current, jobLayout }));
  views.pipelines.tree.adopt(tree);
  tree.isReadOnly = (base) => services.readOnlyAccounts.has(base);
  const rowStates = store.add(new TreeRowStates(services.workspaceMemory, 'pipeline-rows'));
  const view = store.add(
    new PipelineView(views.pipelines.view, {
      ...services,
      tree,
      poller,
      rowStates,
      branches: () => projects.branches(),
    }),
  );
  store.add(onDidChangeSettings(tree.repaint.bind(tree)));
  store.add(notifications.onDidChange(tree.repaintAges.bind(tree)));
  const opening = createItemOpener({
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
  });
  return { poller, tree, view, opening };
}
