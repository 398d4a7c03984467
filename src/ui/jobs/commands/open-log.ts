import type { JobLogOpener } from '../../../app/logs/open-log';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { chooseJob, type JobChoiceDeps, namedJob } from './choice';

export interface OpenLogDeps extends JobChoiceDeps {
  readonly openLog: JobLogOpener['open'];
}

/** Opens the log of a job. Asks for a job if the command has no row and no open log. */
export const openLogCommand = (deps: OpenLogDeps): CommandRow => ({
  id: COMMAND.openLog,
  failure: () => t("Couldn't open the log."),
  run: async (argument) => {
    const target =
      (await namedJob(deps, argument)) ??
      (await chooseJob(deps, {
        title: t('Open Job Log'),
        placeholder: t('Select a job to open its log'),
        none: t('No jobs found in this workspace.'),
        statuses: [],
        order: 'failed-first',
      }));
    if (target !== undefined) await deps.openLog(target.key, target.job.name);
  },
});
