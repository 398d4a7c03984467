import { VariableMemory } from '../../app/jobs/variable-memory';
import { PipelineLookup } from '../../app/pipelines/lookup';
import { pipelineRef } from '../../app/pipelines/ref';
import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { WatchedPipelineActions } from '../../app/pipelines/watched-actions';
import type { PipelineKey, ProjectKey } from '../../app/shared/keys';
import { backgroundCommands } from '../../commands/branch/background-commands';
import { jobCommands } from '../../commands/jobs/commands';
import { stageCommands } from '../../commands/jobs/stage-commands';
import { variableCommands } from '../../commands/jobs/variable-commands';
import { linkCommands } from '../../commands/logs/link-commands';
import { toolCommands } from '../../commands/logs/tool-commands';
import { pipelineCommands } from '../../commands/pipelines/commands';
import { openFailedLogCommand } from '../../commands/pipelines/failed-log-command';
import { pipelineRowCommands } from '../../commands/pipelines/row-commands';
import { runPipelineCommand } from '../../commands/pipelines/run-command';
import { summaryCommand } from '../../commands/pipelines/summary-command';
import type { CommandRow } from '../../commands/shared/command-row';
import type { RunTools } from '../../documents/logs/run-tools';
import { activeJob } from '../../documents/logs/visible-logs';
import { confirmations } from '../../editor/shared/confirmations';
import { projectFolder } from '../../editor/shared/project-folder';
import { selectedRows } from '../../trees/shared/selected-rows';
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
