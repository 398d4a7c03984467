import { forgetKeptInput } from '../app/shared/kept-input';
import type { Lazy } from '../base/lazy';
import type { Services } from '../services';
import { mergeRequestViewCommands } from '../ui/merge-requests/commands/view-commands';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { viewCommands } from '../ui/shared/commands/view-commands';
import { TreeNode } from '../ui/tree-node';
import { accountAndProjectCommands } from './accounts';
import { demoCommandRows } from './demo';
import { logCommandRows } from './logs';
import type { MergeRequestServices } from './merge-request-services';
import { navigationCommands } from './navigation';
import { pipelineCommandRows, pipelineTools } from './pipelines';
import type { PipelinesView } from './pipelines-view';

/**
 * Returns all commands except those of merge requests and errors. Loaded when any command is first used.
 */
export async function createCommandRows(
  services: Services,
  pipelinesView: PipelinesView,
  mergeRequests: Lazy<MergeRequestServices>,
): Promise<readonly CommandRow[]> {
  services.cleared({ clear: forgetKeptInput });
  const logTools = await services.tools.load();
  const tools = pipelineTools(services);
  return [
    ...accountAndProjectCommands(services, pipelinesView),
    ...pipelineCommandRows(services, pipelinesView, tools),
    ...logCommandRows(services, logTools, tools.pipelineLookup),
    ...navigationCommands(services, pipelinesView.opening, logTools, tools),
    ...viewCommandRows(services, pipelinesView, mergeRequests),
    ...demoCommandRows(services),
  ];
}

/** Returns the commands of the Pipelines and Merge Requests views, and of the output channel. */
function viewCommandRows(
  services: Services,
  { poller, tree, view }: PipelinesView,
  mergeRequests: Lazy<MergeRequestServices>,
): readonly CommandRow[] {
  const { channel, titles, trafficDocument } = services;
  return [
    ...viewCommands({
      ...services,
      poller,
      nodeOf: (given) => (given instanceof TreeNode ? given : undefined),
      revealUpstream: (node) => view.revealUpstream(node),
      showNew: (project) => {
        tree.showNewPipelines(project);
      },
      collapseAll: (id) => view.collapseAll(id),
      showsFailure: () => view.showsFailure,
      repaint: () => {
        titles.retryMissing();
        tree.forgetOrder();
        tree.repaint();
      },
      showOutput: () => {
        channel.show();
      },
      showTraffic: async () => (await trafficDocument.load()).show(),
    }),
    ...mergeRequestViewCommands({
      ...services,
      refresh: async (signal) => (await mergeRequests.load()).poller.refresh(signal),
      repaint: () => {
        mergeRequests.value?.tree.forgetOrder();
        mergeRequests.value?.tree.repaint();
      },
      showsFailure: () => mergeRequests.value?.view.showsFailure === true,
      collapseAll: async (id) => (await mergeRequests.load()).view.collapseAll(id),
    }),
  ];
}
