import { artifactCommands, openInEditor } from '../../commands/jobs/artifact-commands';
import { compareArtifactCommand, openArtifactDiff } from '../../commands/logs/artifact-compare';
import type { CommandRow } from '../../commands/shared/command-row';
import type { RunTools } from '../../documents/logs/run-tools';
import { activeJob } from '../../documents/logs/visible-logs';
import { savedFile } from '../../editor/logs/file-writer';
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
