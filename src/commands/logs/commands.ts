import { commands, Uri } from 'vscode';
import { type SavedForm, savedName } from '../../app/logs/save';
import type { JobKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { COMMAND, type RowCommandId } from '../../presentation/shared/command-ids';
import { size } from '../../presentation/shared/time-labels';
import type { CommandRow } from '../shared/command-row';

export interface LogCommandDeps {
  /** All of these act on the log that is the active editor, and tell whether there is one. */
  readonly toggleFollow: () => boolean;
  readonly reload: () => boolean;
  /** These also tell whether there is something to show. */
  readonly nextPart: () => boolean;
  readonly openNewer: () => Promise<boolean>;
  readonly active: () => { readonly key: JobKey; readonly name: string } | undefined;
  /** Writes a log into the file; gives its raw size in bytes. */
  readonly save: (
    key: JobKey,
    form: SavedForm,
    file: string,
    progress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<number>;
  /** Removes what is kept of logs on the disk; gives the bytes that this freed. */
  readonly clearStored: () => Promise<number>;
  readonly prompts: Prompts;
}

export function logCommands(deps: LogCommandDeps): readonly CommandRow[] {
  const { prompts } = deps;
  const onLog =
    (act: () => boolean | Promise<boolean>, otherwise = (): string => t('Open a job log first.')) =>
    async (): Promise<void> => {
      if (!(await act())) prompts.showMessage('info', otherwise(), []);
    };
  return [
    {
      id: COMMAND.toggleFollowLog,
      failure: () => t('Following was not switched.'),
      run: onLog(deps.toggleFollow),
    },
    { id: COMMAND.reloadLog, failure: () => t('The log was not read again.'), run: onLog(deps.reload) },
    {
      id: COMMAND.showNextLogPart,
      failure: () => t('The next part of the log was not shown.'),
      run: onLog(deps.nextPart, () => t('The active editor shows all of its log.')),
    },
    {
      id: COMMAND.openNewerLog,
      failure: () => t('The newest log was not opened.'),
      run: onLog(deps.openNewer, () => t('The active editor is not the log of an earlier attempt.')),
    },
    saving(deps, COMMAND.saveLog, 'clean'),
    saving(deps, COMMAND.saveRawLog, 'raw'),
    {
      id: COMMAND.clearStoredLogs,
      failure: () => t('The stored logs were not removed.'),
      run: async () => {
        const freed = await deps.clearStored();
        const said = freed === 0 ? t('No logs were stored.') : t('Removed {0} of stored logs.', size(freed));
        prompts.showMessage('info', said, []);
      },
    },
  ];
}

function saving(deps: LogCommandDeps, id: RowCommandId, form: SavedForm): CommandRow {
  return {
    id,
    failure: () => t('The log was not saved.'),
    run: async (_argument, failing) => {
      const { prompts } = deps;
      const log = deps.active();
      if (log === undefined) {
        prompts.showMessage('info', t('Open a job log first.'), []);
        return;
      }
      failing(t('The log of {0} was not saved.', log.name));
      const title = form === 'raw' ? t('Save Raw Log') : t('Save Log');
      const place = await prompts.saveAs({ defaultName: savedName(log.name, log.key.job, form), title });
      if (place === undefined) return;
      const file = Uri.parse(place, true);
      if (file.scheme !== 'file') {
        prompts.showMessage(
          'error',
          t('The log was not saved. Choose a folder of this computer’s disk.'),
          [],
        );
        return;
      }
      let bytes: number;
      try {
        bytes = await saveWithProgress(deps, log, form, file.fsPath);
      } catch (error) {
        const why = diskProblem(error);
        if (why === undefined) throw error;
        prompts.showMessage('error', t('The log of {0} was not saved. {1}', log.name, why), []);
        return;
      }
      prompts.showMessage('info', t('The log of {0} was saved ({1} read).', log.name, size(bytes)), [
        {
          title: t('Open File'),
          run: async () => {
            await commands.executeCommand('vscode.open', file);
          },
          failure: () => t('The file was not opened.'),
        },
      ]);
    },
  };
}

function saveWithProgress(
  deps: LogCommandDeps,
  log: { readonly key: JobKey; readonly name: string },
  form: SavedForm,
  file: string,
): Promise<number> {
  return deps.prompts.progress.cancellable(t('Saving the log of {0}', log.name), (signal, say) =>
    deps.save(
      log.key,
      form,
      file,
      (read) => {
        say(size(read));
      },
      signal,
    ),
  );
}

const DISK_PROBLEMS: Readonly<Record<string, () => string>> = {
  EACCES: () => t('You may not write there.'),
  EPERM: () => t('You may not write there.'),
  EROFS: () => t('Nothing can be written there.'),
  ENOENT: () => t('The folder does not exist.'),
  ENOSPC: () => t('The disk is full.'),
  EISDIR: () => t('A folder has that name.'),
};

/** Why a disk did not take the file; undefined where it was not the disk. */
function diskProblem(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return DISK_PROBLEMS[code]?.();
}
