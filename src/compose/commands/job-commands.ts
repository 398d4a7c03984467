import { VariableMemory } from '../../app/jobs/variable-memory';
import { PipelineLookup } from '../../app/pipelines/lookup';
import { pipelineRef } from '../../app/pipelines/ref';
import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { WatchedPipelineActions } from '../../app/pipelines/watched-actions';
import type { PipelineKey, ProjectKey } from '../../app/shared/keys';
import { backgroundCommands } from '../../ui/branch/commands/background-commands';
import { jobCommands } from '../../ui/jobs/commands/commands';
import { stageCommands } from '../../ui/jobs/commands/stage-commands';
import { variableCommands } from '../../ui/jobs/commands/variable-commands';
import { linkCommands } from '../../ui/branch/commands/link-commands';
import { toolCommands } from '../../ui/logs/commands/tool-commands';
import { pipelineCommands } from '../../ui/pipelines/commands/commands';
import { openFailedLogCommand } from '../../ui/pipelines/commands/failed-log-command';
import { pipelineRowCommands } from '../../ui/pipelines/commands/row-commands';
import { runPipelineCommand } from '../../ui/pipelines/commands/run-command';
import { summaryCommand } from '../../ui/pipelines/commands/summary-command';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import type { RunTools } from '../../ui/logs/documents/run-tools';
import { activeJob } from '../../ui/logs/documents/visible-logs';
import { confirmations } from '../../ui/shared/editor/confirmations';
import { projectFolder } from '../../ui/shared/editor/project-folder';
import { selectedRows } from '../../ui/shared/trees/selected-rows';
import type { Core } from '../core';
import { localFiles } from '../local-files';
import { localCommits } from '../local-git';
import { composeJobTokenCommand } from './job-token-command';

/** Returns the commands of jobs, pipelines, and the status bar, and of tools for several logs. */
export function composeJobCommands(
  core: Core,
  unconfirmed: UnconfirmedPipelines,
  tools: RunTools,
): readonly CommandRow[] {
  const { accounts, actions, branch, clientFor, clock, lookup, mask, mergeRequests, notifications } = core;
  const { openLog, opening, pipelines, projects, prompts, recent } = core;
  const now = () => clock.now();
  const deps = {
    lookup,
    actions,
    prompts,
    activeJob,
    selectedRows: () => selectedRows(core.view.view),
    statusOf: (key: PipelineKey) => pipelines.details(key)?.status,
    openLog,
    now,
    refresh: () => pipelines.poll(),
    confirmations: (project: ProjectKey) => confirmations(projectFolder(projects, project)),
    roles: projects,
    variables: new VariableMemory(core.workspaceMemory),
    mask: (secret: string) => {
      mask.add(secret);
    },
    unconfirmed,
    pipelineLookup: new PipelineLookup(clientFor, projects, core.titles),
    pipelineActions: new WatchedPipelineActions(
      [clientFor, actions, pipelines],
      (key) => pipelines.details(key),
      (key, before) => {
        notifications.watch(key, 'started', before);
      },
    ),
    refOf: (key: PipelineKey) => pipelineRef(pipelines, key),
  };
  return [
    ...jobCommands(deps),
    ...variableCommands(deps),
    ...stageCommands({ ...deps, pipelines }),
    openFailedLogCommand({ ...deps, pipelines }),
    ...pipelineCommands(deps),
    ...pipelineRowCommands({ pipelines, filter: core.filter, opening }),
    runPipelineCommand({ ...deps, showPipeline: opening.showPipeline }),
    ...linkCommands({
      lookup,
      pipelines,
      mergeRequests,
      prompts,
      activeJob,
      activeLine: () => core.jobLogs.activeLine(),
      now,
    }),
    ...backgroundCommands({
      ...deps,
      branch,
      notifications,
      recent,
      opening,
      accounts,
      projects,
      clock,
      commitsByTitle: localCommits(projects),
      mergeRequests,
      fileIn: localFiles(core),
      openLogAt: (place) => tools.openLogAt(place),
    }),
    ...toolCommands({ ...deps, tools }),
    summaryCommand({ ...deps, tools }),
    composeJobTokenCommand(core, tools),
  ];
}
