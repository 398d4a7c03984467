import { Clones, fileInClones } from '../app/git/clones';
import { commitsInClones } from '../app/git/commit-titles';
import type { Services } from '../services';
import { localGit } from '../ui/git/editor/local-git';
import type { RunTools } from '../ui/logs/documents/run-tools';
import { activeJob } from '../ui/logs/documents/visible-logs';
import { backgroundCommands } from '../ui/navigation/commands/background-commands';
import { linkCommands } from '../ui/navigation/commands/link-commands';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { ItemOpener } from '../ui/shared/editor/opening';
import { workspaceFiles } from '../ui/shared/editor/workspace-files';
import type { PipelineTools } from './pipelines';

/** Returns the commands of links, of the status bar, and for going to an item. */
export function navigationCommands(
  services: Services,
  opening: ItemOpener,
  logs: RunTools,
  { pipelineActions }: PipelineTools,
): readonly CommandRow[] {
  const { added, clientFor, jobLogs, moves, projects } = services;
  return [
    ...linkCommands({ ...services, activeJob, activeLine: () => jobLogs.activeLine() }),
    ...backgroundCommands({
      ...services,
      opening,
      pipelineActions,
      commitsByTitle: (project, search) => commitsInClones(localGit, projects.clonesOf(project), search),
      fileIn: (project, path) =>
        fileInClones(new Clones(localGit, clientFor, moves, added), workspaceFiles, project, path),
      openLogAt: (place) => logs.openLogAt(place),
    }),
  ];
}
