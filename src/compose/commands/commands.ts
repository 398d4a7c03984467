import { findServer } from '../../app/accounts/server-check';
import { saveLog } from '../../app/logs/save';
import { FilterSuggestions } from '../../app/pipelines/filter-suggestions';
import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { ProjectFinder } from '../../app/projects/project-finder';
import { forgetKeptInput } from '../../app/shared/kept-input';
import { componentLog } from '../../base/log';
import { explainJobActions } from '../../presentation/jobs/errors';
import { registerErrorMessages } from '../../presentation/shared/error-messages';
import { accountCommands } from '../../ui/accounts/commands/commands';
import { logCommands } from '../../ui/logs/commands/commands';
import { logReadingCommands } from '../../ui/logs/commands/reading-commands';
import { savedFile } from '../../ui/logs/editor/file-writer';
import { mergeRequestViewCommands } from '../../ui/merge-requests/commands/view-commands';
import { filterCommands } from '../../ui/pipelines/commands/filter-commands';
import { revealProject } from '../../ui/pipelines/trees/find-node';
import { projectCommands } from '../../ui/projects/commands/commands';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { viewCommands } from '../../ui/shared/commands/view-commands';
import { TreeNode } from '../../ui/tree-node';
import type { AccountsModule } from '../accounts';
import type { BranchModule } from '../branch';
import { clearOnAccountChange } from '../clear-on-account-change';
import type { Core } from '../core';
import type { LogsModule } from '../logs';
import type { OutputModule } from '../output';
import type { PipelineViewModule } from '../pipeline-view';
import type { PipelinesModule } from '../pipelines';
import type { ProjectsModule } from '../projects';
import type { WindowModule } from '../registered';
import { composeArtifactCommands, composeJobCommands } from './job-commands';

type CommandsParts = WindowModule &
  OutputModule &
  AccountsModule &
  ProjectsModule &
  PipelinesModule &
  LogsModule &
  BranchModule &
  PipelineViewModule &
  Pick<Core, 'mergeRequestView' | 'trafficDocument'>;

/**
 * Returns the commands of accounts, projects, pipelines, jobs, and logs. Loaded when any command is first
 * used.
 */
export async function composeCommands(
  core: CommandsParts,
  unconfirmed: UnconfirmedPipelines,
): Promise<readonly CommandRow[]> {
  const { accounts, store, tools } = core;
  registerErrorMessages(explainJobActions);
  store.add(clearOnAccountChange(accounts, [{ clear: forgetKeptInput }, unconfirmed]));
  const runTools = await tools.load();
  return [
    ...composeProjectCommands(core),
    ...composeJobCommands(core, unconfirmed, runTools),
    ...composeArtifactCommands(core, runTools),
    ...composeViewCommands(core),
    ...composeLogCommands(core),
  ];
}

/** Returns the commands of the log in the active editor. */
export function composeLogCommands({
  clientFor,
  decorations,
  jobLogs,
  prompts,
}: OutputModule & AccountsModule & LogsModule): readonly CommandRow[] {
  const { cache } = jobLogs;
  return [
    ...logReadingCommands({ reading: async () => (await decorations.load()).reading, prompts }),
    ...logCommands({
      toggleFollow: () => jobLogs.toggleFollow(),
      reload: () => jobLogs.reload(),
      nextPart: () => jobLogs.nextPart(),
      openNewer: () => jobLogs.openNewer(),
      active: () => jobLogs.active(),
      save: (file, wanted) =>
        saveLog({
          ...wanted,
          client: clientFor(wanted.key.base),
          cache,
          create: () => savedFile(file),
        }),
      clearStored: () => cache.clear(),
      prompts,
    }),
  ];
}

type ProjectCommandsParts = WindowModule &
  OutputModule &
  AccountsModule &
  ProjectsModule &
  PipelinesModule &
  PipelineViewModule;

/** Returns the commands of accounts and projects, and of the pipeline filter. */
export function composeProjectCommands(core: ProjectCommandsParts): readonly CommandRow[] {
  const { accounts, added, clientFor, clock, filter, log, pipelines, projects, prompts, repositories } = core;
  const { demo, tree, view, wire } = core;
  return [
    ...accountCommands({
      isDemo: demo?.server !== undefined,
      accounts,
      prompts,
      repositories,
      findServer: (address, signal) =>
        findServer(address, { transport: wire, clock, log: componentLog(log, 'api') }, signal),
    }),
    ...filterCommands({
      filter,
      prompts,
      suggestions: new FilterSuggestions({ clientFor, projects, pipelines }),
    }),
    ...projectCommands({
      accounts,
      added,
      finder: new ProjectFinder(accounts),
      prompts,
      repositories,
      shown: async (signal) => {
        const search = await projects.search(signal);
        const outcomes = search.state === 'found' ? search.projects : [];
        return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []));
      },
      reveal: ({ key, path }) => revealProject(tree, view.view, { ...key, path }),
    }),
  ];
}

type ViewCommandsParts = OutputModule &
  PipelinesModule &
  BranchModule &
  PipelineViewModule &
  Pick<Core, 'mergeRequestView' | 'trafficDocument'>;

/** Returns the commands of the Pipelines and Merge Requests views, and of the output channel. */
export function composeViewCommands(core: ViewCommandsParts): readonly CommandRow[] {
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
