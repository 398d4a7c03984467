import { commands } from 'vscode';
import { WatchedPipelineActions } from '../app/watched-pipeline-actions';
import { PipelineLookup } from '../app/pipeline-lookup';
import { VariableMemory } from '../app/variable-memory';
import type { PipelineKey } from '../app/keys';
import { saveLog } from '../app/log-save';
import { ProjectFinder } from '../app/project-finder';
import { accountCommands } from '../commands/account-commands';
import { ambientCommands } from '../commands/ambient-commands';
import { filterCommands } from '../commands/filter-commands';
import { jobCommands } from '../commands/job-commands';
import { linkCommands } from '../commands/link-commands';
import { mergeRequestViewCommands } from '../commands/merge-request-view-commands';
import { logReadingCommands } from '../commands/log-reading-commands';
import { logCommands } from '../commands/log-commands';
import { pipelineCommands } from '../commands/pipeline-commands';
import { runPipelineCommand } from '../commands/run-pipeline-command';
import { variableCommands } from '../commands/variable-commands';
import { projectCommands } from '../commands/project-commands';
import { toolCommands } from '../commands/tool-commands';
import { viewCommands } from '../commands/view-commands';
import { fileWriter } from '../editor/file-writer';
import { confirmations } from '../editor/confirmations';
import { alsoExplain } from '../presentation/error-sentences';
import { explainJobActions } from '../presentation/job-errors';
import { trafficSentences } from '../presentation/traffic-words';
import { VIEW } from '../presentation/view-ids';
import type { CommandRow } from '../commands/command-row';
import type { Core } from './core';

/** Of a log that a person saves: as usual for what they write, less what their system takes away. */
const SAVED_MODE = 0o666;

/** The rows of all commands, with what only commands need. Loaded when the first of them is used. */
export async function commandRows(core: Core): Promise<readonly CommandRow[]> {
  const { clock, mask, channel, transport, prompts, clientFor, accounts, projects, pipelines } = core;
  const { actions, lookup, filter, added, choices, poller, tree, view, jobLogs, looks, signals } = core;
  const { openLog, activeJob, tell } = core;
  alsoExplain(explainJobActions);
  const actionPorts = {
    lookup,
    actions,
    prompts,
    activeJob,
    openLog,
    now: () => clock.now(),
    lookAgain: () => pipelines.look(),
    confirmations,
    variables: new VariableMemory(core.workspaceMemory),
    mask: (secret: string) => {
      mask.add(secret);
    },
    pipelineLookup: new PipelineLookup(clientFor, projects),
    pipelineActions: new WatchedPipelineActions(
      [clientFor, actions, pipelines],
      (key) => pipelines.facts(key),
      signals.started,
    ),
    refOf: async (key: PipelineKey) =>
      (pipelines.facts(key) ?? (await pipelines.content(key)).detail)?.ref ?? undefined,
  };
  const tools = await core.tools.load();
  return [
    ...accountCommands(accounts, prompts),
    ...jobCommands(actionPorts),
    ...variableCommands(actionPorts),
    ...pipelineCommands(actionPorts),
    runPipelineCommand(actionPorts),
    ...linkCommands({
      lookup,
      pipelines,
      mergeRequests: core.mergeRequests,
      prompts,
      activeJob,
      now: () => clock.now(),
    }),
    ...ambientCommands({
      ...actionPorts,
      signals,
      accounts,
      projects,
      clock,
      openLogAt: (place) => tools.openLogAt(place),
    }),
    ...filterCommands({
      accounts,
      filter,
      projects,
      pipelines,
      prompts,
      choices,
    }),
    ...projectCommands({
      accounts,
      added,
      finder: new ProjectFinder(accounts),
      prompts,
      choices,
      showView: () => commands.executeCommand(`${VIEW.pipelines}.focus`),
    }),
    ...viewCommands({
      pipelines,
      poller,
      prompts,
      revealUpstream: (argument) => view.revealUpstream(argument),
      repaint: () => {
        tree.repaint();
      },
      showOutput: () => {
        channel.show();
      },
      showRequests: () => {
        tell(trafficSentences(transport.traffic().hosts, clock.now()).join(' '));
      },
    }),
    ...mergeRequestViewCommands({
      mergeRequests: core.mergeRequests,
      refresh: async (signal) => (await core.mergeRequestView.load()).poller.refresh(signal),
      prompts,
      repaint: () => {
        core.mergeRequestView.value?.tree.repaint();
      },
    }),
    ...toolCommands({ ...actionPorts, tools }),
    ...logReadingCommands({ reading: async () => (await looks.load()).reading, prompts }),
    ...logCommands({
      toggleFollow: () => jobLogs.toggleFollow(),
      reload: () => jobLogs.reload(),
      nextPart: () => jobLogs.nextPart(),
      openNewer: () => jobLogs.openNewer(),
      active: () => jobLogs.active(),
      save: (key, form, file, onProgress, signal) =>
        saveLog({
          key,
          form,
          client: clientFor(key.base),
          cache: jobLogs.cache,
          create: () => fileWriter(file, SAVED_MODE),
          onProgress,
          signal,
        }),
      clearStored: () => jobLogs.cache.clear(),
      prompts,
    }),
  ];
}
