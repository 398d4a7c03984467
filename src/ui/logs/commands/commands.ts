import { commands, Uri } from 'vscode';
import { type LogFormat, savedName, type SaveLogOptions } from '../../../app/logs/save';
import type { JobKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { sentences } from '../../../presentation/shared/error-messages';
import { sizeLabel } from '../../../presentation/shared/size-labels';
import type { CommandRow } from '../../shared/commands/command-row';
import { diskProblem } from '../../shared/commands/disk-problem';
import type { Prompts } from '../../shared/editor/prompts';

export interface LogCommandDeps {
  /** These functions act on the log in the active editor, and return false if there is none. */
  readonly toggleFollow: () => boolean;
  readonly reload: () => boolean;
  /** Also false if there is nothing to show. */
  readonly nextPart: () => boolean;
  readonly openNewer: () => Promise<boolean>;
  readonly active: () => { readonly key: JobKey; readonly name: string } | undefined;
  /** Writes a log to the file; returns its raw size in bytes. */
  readonly save: (
    file: string,
    wanted: Pick<SaveLogOptions, 'key' | 'format' | 'onProgress' | 'signal'>,
  ) => Promise<number>;
  /** Deletes logs that are stored on disk; returns the number of freed bytes. */
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
      failure: () => t("Couldn't toggle following the log."),
      run: onLog(deps.toggleFollow),
    },
    { id: COMMAND.reloadLog, failure: () => t("Couldn't reload the log."), run: onLog(deps.reload) },
    {
      id: COMMAND.showNextLogPart,
      failure: () => t("Couldn't show the next part of the log."),
      run: onLog(deps.nextPart, () => t('The active editor already shows the entire log.')),
    },
    {
      id: COMMAND.openNewerLog,
      failure: () => t("Couldn't open the log of the latest attempt."),
      run: onLog(deps.openNewer, () => t("The active editor doesn't show the log of a previous attempt.")),
    },
    saving(deps, COMMAND.saveLog, 'clean'),
    saving(deps, COMMAND.saveRawLog, 'raw'),
    {
      id: COMMAND.clearStoredLogs,
      failure: () => t("Couldn't clear the stored logs."),
      run: async () => {
        const freed = await deps.clearStored();
        const message =
          freed === 0 ? t('No stored logs to clear.') : t('Cleared {0} of stored logs.', sizeLabel(freed));
        prompts.showMessage('info', message, []);
      },
    },
  ];
}

function saving(deps: LogCommandDeps, id: RowCommandId, format: LogFormat): CommandRow {
  return {
    id,
    failure: () => t("Couldn't save the log."),
    run: async (_argument, failing) => {
      const { prompts } = deps;
      const log = deps.active();
      if (log === undefined) {
        prompts.showMessage('info', t('Open a job log first.'), []);
        return;
      }
      failing(t("Couldn't save the log of {0}.", log.name));
      const title = format === 'raw' ? t('Save Raw Log') : t('Save Log');
      const place = await prompts.saveAs({ defaultName: savedName(log.name, log.key.job, format), title });
      if (place === undefined) return;
      const file = Uri.parse(place, true);
      if (file.scheme !== 'file') {
        prompts.showMessage(
          'error',
          t(
            "Couldn't save the log. The selected folder isn't on the machine that Switchyard runs on. In a remote window, this is usually the remote machine. Select another folder.",
          ),
          [],
        );
        return;
      }
      let bytes: number;
      try {
        bytes = await saveWithProgress(deps, log, format, file.fsPath);
      } catch (error) {
        const why = diskProblem(error);
        if (why === undefined) throw error;
        prompts.showMessage('error', sentences(t("Couldn't save the log of {0}.", log.name), why), []);
        return;
      }
      prompts.showMessage('info', t('Log of {0} saved ({1}).', log.name, sizeLabel(bytes)), [
        {
          title: t('Open File'),
          run: async () => {
            await commands.executeCommand('vscode.open', file);
          },
          failure: () => t("Couldn't open the file."),
        },
      ]);
    },
  };
}

function saveWithProgress(
  deps: LogCommandDeps,
  log: { readonly key: JobKey; readonly name: string },
  format: LogFormat,
  file: string,
): Promise<number> {
  return deps.prompts.progress.cancellable(t('Saving the log of {0}…', log.name), (signal, reportProgress) =>
    deps.save(file, {
      key: log.key,
      format,
      onProgress: (read) => {
        reportProgress(sizeLabel(read));
      },
      signal,
    }),
  );
}
