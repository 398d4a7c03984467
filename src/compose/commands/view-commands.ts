import { mergeRequestViewCommands } from '../../ui/merge-requests/commands/view-commands';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { viewCommands } from '../../ui/shared/commands/view-commands';
import { TreeNode } from '../../ui/tree-node';
import type { Core } from '../core';

/** Returns the commands of the Pipelines and Merge Requests views, and of the output channel. */
export function composeViewCommands(core: Core): readonly CommandRow[] {
  const { channel, mergeRequestView, mergeRequests, pipelines, poller, prompts, trafficDocument } = core;
  const { titles, tree, view } = core;
  return [
    ...viewCommands({
      pipelines,
      poller,
      prompts,
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
      mergeRequests,
      refresh: async (signal) => (await mergeRequestView.load()).poller.refresh(signal),
      prompts,
      repaint: () => {
        mergeRequestView.value?.tree.forgetOrder();
        mergeRequestView.value?.tree.repaint();
      },
      showsFailure: () => mergeRequestView.value?.view.showsFailure === true,
      collapseAll: async (id) => (await mergeRequestView.load()).view.collapseAll(id),
    }),
  ];
}
