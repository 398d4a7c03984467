import { Clones, fileInClones } from '../../app/git/clones';
import { JobInputs } from '../../app/jobs/job-inputs';
import { readJobOfToken } from '../../app/jobs/job-token';
import { VariableMemory } from '../../app/jobs/variable-memory';
import { DeclaredValues } from '../../app/pipelines/declared-values';
import { PipelineLookup } from '../../app/pipelines/lookup';
import { pipelineRef } from '../../app/pipelines/ref';
import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { WatchedPipelineActions } from '../../app/pipelines/watched-actions';
import type { PipelineKey, ProjectKey } from '../../app/shared/keys';
import { backgroundCommands } from '../../ui/branch/commands/background-commands';
import { linkCommands } from '../../ui/branch/commands/link-commands';
import { artifactCommands, openInEditor, openJobPage } from '../../ui/jobs/commands/artifact-commands';
import { jobCommands } from '../../ui/jobs/commands/commands';
import { historyCommands } from '../../ui/jobs/commands/history-commands';
import { jobTokenCommand } from '../../ui/jobs/commands/job-token-command';
import { stageCommands } from '../../ui/jobs/commands/stage-commands';
import { variableCommands } from '../../ui/jobs/commands/variable-commands';
import { compareArtifactCommand, openArtifactDiff } from '../../ui/logs/commands/artifact-compare';
import { compareCommands } from '../../ui/logs/commands/compare-commands';
import { searchCommands } from '../../ui/logs/commands/search-commands';
import type { RunTools } from '../../ui/logs/documents/run-tools';
import { activeJob } from '../../ui/logs/documents/visible-logs';
import { savedFile } from '../../ui/logs/editor/file-writer';
import { pipelineCommands, summaryCommand } from '../../ui/pipelines/commands/commands';
import { openFailedLogCommand } from '../../ui/pipelines/commands/failed-log-command';
import { pipelineRowCommands } from '../../ui/pipelines/commands/row-commands';
import { runPipelineCommand } from '../../ui/pipelines/commands/run-command';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { projectFolder } from '../../ui/shared/editor/project-folder';
import { regexTimeout } from '../../ui/shared/editor/regex-timeout';
import { confirmations } from '../../ui/shared/editor/settings';
import { workspaceFiles } from '../../ui/shared/editor/workspace-files';
import { selectedRows } from '../../ui/shared/trees/selected-rows';
import type { AccountsModule } from '../accounts';
import type { BranchModule } from '../branch';
import type { Core } from '../core';
import { localCommits, localGit } from '../local-git';
import type { LogsModule } from '../logs';
import type { OutputModule } from '../output';
import type { PipelineViewModule } from '../pipeline-view';
import type { PipelinesModule } from '../pipelines';
import type { ProjectsModule } from '../projects';

type JobCommandsParts = OutputModule &
  AccountsModule &
  ProjectsModule &
  PipelinesModule &
  LogsModule &
  BranchModule &
  PipelineViewModule;

/** Returns the commands of jobs, pipelines, and the status bar, and of tools for several logs. */
export function composeJobCommands(
  core: JobCommandsParts,
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
    pipelineActions: new WatchedPipelineActions(clientFor, actions, pipelines, {
      factsOf: (key) => pipelines.details(key),
      started: (key, before) => {
        notifications.watch(key, 'started', before);
      },
    }),
    refOf: (key: PipelineKey) => pipelineRef(pipelines, key),
    jobInputs: new JobInputs(clientFor, regexTimeout),
    regexTimeout,
  };
  return [
    ...jobCommands(deps),
    ...variableCommands(deps),
    ...stageCommands({ ...deps, pipelines }),
    openFailedLogCommand({ ...deps, pipelines }),
    ...pipelineCommands(deps),
    ...pipelineRowCommands({ pipelines, filter: core.filter, opening }),
    runPipelineCommand({
      ...deps,
      declaredValues: new DeclaredValues({ clientFor, clock, pathOf: (key) => projects.roleIn(key)?.path }),
      showPipeline: opening.showPipeline,
    }),
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
    ...compareCommands({ ...deps, tools }),
    ...searchCommands({ ...deps, tools }),
    ...historyCommands({ ...deps, tools }),
    summaryCommand({ ...deps, tools }),
    composeJobTokenCommand(core, tools),
  ];
}

/** Returns the command that shows the job of a job token. */
function composeJobTokenCommand(core: OutputModule & AccountsModule, { jobToken }: RunTools): CommandRow {
  return jobTokenCommand({
    prompts: core.prompts,
    bases: () => core.accounts.list().map(({ base }) => base),
    readJobOfToken: (...given) => readJobOfToken(core, ...given),
    show: (found) => jobToken.show(found),
  });
}

type ArtifactCommandsParts = OutputModule & AccountsModule & ProjectsModule & PipelinesModule;

/** Returns the commands of the artifacts of jobs. */
export function composeArtifactCommands(core: ArtifactCommandsParts, tools: RunTools): readonly CommandRow[] {
  const { artifacts, clock, lookup, pipelines, projects, prompts } = core;
  const deps = { artifacts, lookup, prompts, activeJob, now: () => clock.now(), roles: projects };
  return [
    ...artifactCommands({
      ...deps,
      createFile: savedFile,
      openFile: openInEditor,
      openPage: openJobPage,
      refresh: () => pipelines.poll(),
    }),
    compareArtifactCommand({ ...deps, tools, openDiff: openArtifactDiff }),
  ];
}

/** Finds files in the clones of a project. */
function localFiles({ added, clientFor, moves }: Pick<Core, 'added' | 'clientFor' | 'moves'>) {
  return (project: ProjectKey, path: string): Promise<string | undefined> =>
    fileInClones(new Clones(localGit, clientFor, moves, added), workspaceFiles, project, path);
}
