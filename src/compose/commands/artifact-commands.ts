import { artifactCommands, openInEditor } from '../../ui/jobs/commands/artifact-commands';
import { compareArtifactCommand, openArtifactDiff } from '../../ui/logs/commands/artifact-compare';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import type { RunTools } from '../../ui/logs/documents/run-tools';
import { activeJob } from '../../ui/logs/documents/visible-logs';
import { savedFile } from '../../ui/logs/editor/file-writer';
import type { Core } from '../core';

/** Returns the commands of the artifacts of jobs. */
export function composeArtifactCommands(core: Core, tools: RunTools): readonly CommandRow[] {
  const { artifacts, clock, lookup, pipelines, projects, prompts } = core;
  const deps = { artifacts, lookup, prompts, activeJob, now: () => clock.now(), roles: projects };
  return [
    ...artifactCommands({
      ...deps,
      createFile: savedFile,
      openFile: openInEditor,
      refresh: () => pipelines.poll(),
    }),
    compareArtifactCommand({ ...deps, tools, openDiff: openArtifactDiff }),
  ];
}
