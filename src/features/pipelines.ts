import { JobInputs } from '../app/jobs/job-inputs';
import { VariableMemory } from '../app/jobs/variable-memory';
import { DeclaredValues } from '../app/pipelines/declared-values';
import { FilterSuggestions } from '../app/pipelines/filter-suggestions';
import { PipelineLookup } from '../app/pipelines/lookup';
import { pipelineRef } from '../app/pipelines/ref';
import { WatchedPipelineActions } from '../app/pipelines/watched-actions';
import type { PipelineKey, ProjectKey } from '../app/shared/keys';
import { explainJobActions } from '../presentation/jobs/errors';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import type { Services } from '../services';
import { artifactCommands, openInEditor, openJobPage } from '../ui/jobs/commands/artifact-commands';
import { jobCommands } from '../ui/jobs/commands/commands';
import { stageCommands } from '../ui/jobs/commands/stage-commands';
import { variableCommands } from '../ui/jobs/commands/variable-commands';
import { activeJob } from '../ui/logs/documents/visible-logs';
import { savedFile } from '../ui/logs/editor/file-writer';
import { pipelineCommands } from '../ui/pipelines/commands/commands';
import { openFailedLogCommand } from '../ui/pipelines/commands/failed-log-command';
import { filterCommands } from '../ui/pipelines/commands/filter-commands';
import { pipelineRowCommands } from '../ui/pipelines/commands/row-commands';
import { runPipelineCommand } from '../ui/pipelines/commands/run-command';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { projectFolder } from '../ui/shared/editor/project-folder';
import { regexTimeout } from '../ui/shared/editor/regex-timeout';
import { confirmations } from '../ui/shared/editor/settings';
import { selectedRows } from '../ui/shared/trees/selected-rows';
import type { PipelinesView } from './pipelines-view';

/** Finds and starts pipelines. */
export interface PipelineTools {
  readonly pipelineLookup: PipelineLookup;
  readonly pipelineActions: WatchedPipelineActions;
}

export function pipelineTools({
  actions,
  clientFor,
  notifications,
  pipelines,
  projects,
  titles,
}: Services): PipelineTools {
  return {
    pipelineLookup: new PipelineLookup(clientFor, projects, titles),
    pipelineActions: new WatchedPipelineActions(clientFor, actions, pipelines, {
      factsOf: (key) => pipelines.details(key),
      started: (key, before) => {
        notifications.watch(key, 'started', before);
      },
    }),
  };
}

/** Returns the commands of jobs, artifacts, and pipelines, and of the pipeline filter. */
export function pipelineCommandRows(
  services: Services,
  { opening, view }: PipelinesView,
  tools: PipelineTools,
): readonly CommandRow[] {
  const { clientFor, mask, pipelines, projects, workspaceMemory } = services;
  registerErrorMessages(explainJobActions);
  const deps = {
    ...services,
    ...tools,
    activeJob,
    selectedRows: () => selectedRows(view.view),
    statusOf: (key: PipelineKey) => pipelines.details(key)?.status,
    refresh: () => pipelines.poll(),
    confirmations: (project: ProjectKey) => confirmations(projectFolder(projects, project)),
    roles: projects,
    variables: new VariableMemory(workspaceMemory),
    mask: (secret: string) => {
      mask.add(secret);
    },
    refOf: (key: PipelineKey) => pipelineRef(pipelines, key),
    jobInputs: new JobInputs(clientFor, regexTimeout),
    regexTimeout,
    declaredValues: new DeclaredValues({ ...services, pathOf: (key) => projects.roleIn(key)?.path }),
    suggestions: new FilterSuggestions(services),
    opening,
    showPipeline: opening.showPipeline,
    createFile: savedFile,
    openFile: openInEditor,
    openPage: openJobPage,
  };
  return [
    ...jobCommands(deps),
    ...variableCommands(deps),
    ...stageCommands(deps),
    ...artifactCommands(deps),
    openFailedLogCommand(deps),
    ...pipelineCommands(deps),
    ...pipelineRowCommands(deps),
    runPipelineCommand(deps),
    ...filterCommands(deps),
  ];
}
