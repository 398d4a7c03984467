import { saveLog } from '../../app/logs/save';
import { logCommands } from '../../ui/logs/commands/commands';
import { logReadingCommands } from '../../ui/logs/commands/reading-commands';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { savedFile } from '../../ui/logs/editor/file-writer';
import type { Core } from '../core';

/** Returns the commands of the log in the active editor. */
export function composeLogCommands({
  clientFor,
  decorations,
  jobLogs,
  prompts,
}: Core): readonly CommandRow[] {
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
