import { saveLog } from '../../app/logs/save';
import { logCommands } from '../../commands/logs/commands';
import { logReadingCommands } from '../../commands/logs/reading-commands';
import type { CommandRow } from '../../commands/shared/command-row';
import { fileWriter } from '../../editor/logs/file-writer';
import type { Core } from '../core';

/** Permissions of a log that a person saves: the usual ones, less those that the system's umask removes. */
const SAVED_MODE = 0o666;

/** Commands of the log that is the active editor. */
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
          create: () => fileWriter(file, SAVED_MODE),
        }),
      clearStored: () => cache.clear(),
      prompts,
    }),
  ];
}
