import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import type { CommandRow } from './command-row';

export interface LogCommandPorts {
  /** Both act on the log that is the active editor, and tell whether there is one. */
  readonly toggleFollow: () => boolean;
  readonly reload: () => boolean;
  readonly tell: (message: string) => void;
}

export function logCommands({ toggleFollow, reload, tell }: LogCommandPorts): readonly CommandRow[] {
  const onLog = (act: () => boolean) => (): void => {
    if (!act()) tell(t('Open a job log first.'));
  };
  return [
    {
      id: COMMAND.toggleFollowLog,
      failure: () => t('Following was not switched.'),
      run: onLog(toggleFollow),
    },
    { id: COMMAND.reloadLog, failure: () => t('The log was not read again.'), run: onLog(reload) },
  ];
}
