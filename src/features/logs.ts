import { readJobOfToken } from '../app/jobs/job-token';
import { saveLog } from '../app/logs/save';
import type { PipelineLookup } from '../app/pipelines/lookup';
import type { Services } from '../services';
import { historyCommands } from '../ui/jobs/commands/history-commands';
import { jobTokenCommand } from '../ui/jobs/commands/job-token-command';
import { compareArtifactCommand, openArtifactDiff } from '../ui/logs/commands/artifact-compare';
import { logCommands } from '../ui/logs/commands/commands';
import { compareCommands } from '../ui/logs/commands/compare-commands';
import { logReadingCommands } from '../ui/logs/commands/reading-commands';
import { searchCommands } from '../ui/logs/commands/search-commands';
import type { RunTools } from '../ui/logs/documents/run-tools';
import { activeJob } from '../ui/logs/documents/visible-logs';
import { savedFile } from '../ui/logs/editor/file-writer';
import { summaryCommand } from '../ui/pipelines/commands/commands';
import type { CommandRow } from '../ui/shared/commands/command-row';

/** Returns the commands of the log in the active editor, and of the tools for several logs. */
export function logCommandRows(
  services: Services,
  tools: RunTools,
  pipelineLookup: PipelineLookup,
): readonly CommandRow[] {
  const { accounts, clientFor, decorations, jobLogs, projects, prompts } = services;
  const { cache } = jobLogs;
  const deps = { ...services, tools, pipelineLookup, activeJob, roles: projects };
  return [
    ...logReadingCommands({ reading: async () => (await decorations.load()).reading, prompts }),
    ...logCommands({
      toggleFollow: () => jobLogs.toggleFollow(),
      reload: () => jobLogs.reload(),
      nextPart: () => jobLogs.nextPart(),
      openNewer: () => jobLogs.openNewer(),
      active: () => jobLogs.active(),
      save: (file, wanted) =>
        saveLog({ ...wanted, client: clientFor(wanted.key.base), cache, create: () => savedFile(file) }),
      clearStored: () => cache.clear(),
      prompts,
    }),
    ...compareCommands(deps),
    ...searchCommands(deps),
    ...historyCommands(deps),
    summaryCommand(deps),
    compareArtifactCommand({ ...deps, openDiff: openArtifactDiff }),
    jobTokenCommand({
      prompts,
      bases: () => accounts.list().map(({ base }) => base),
      readJobOfToken: (...given) => readJobOfToken(services, ...given),
      show: (found) => tools.jobToken.show(found),
    }),
  ];
}
