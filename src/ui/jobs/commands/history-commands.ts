import type { HistoryOf } from '../../../app/jobs/history';
import { t } from '../../../base/localize';
import { COMMAND, type HistoryCommandId } from '../../../presentation/shared/command-ids';
import type { HistoryAddress } from '../../../presentation/shared/tool-addresses';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { anyJob, type JobChoiceDeps } from './job-of-tool';

export interface HistoryCommandDeps extends JobChoiceDeps {
  readonly tools: {
    readonly history: {
      open(of: HistoryOf, ref: string | undefined): Promise<void>;
      /**
       * These methods act on the given history, or on the one in the active editor; false if there is none.
       */
      older(address: HistoryAddress | undefined): Promise<boolean>;
      refresh(address: HistoryAddress | undefined): Promise<boolean>;
      toggleRef(address: HistoryAddress | undefined): Promise<boolean>;
    };
  };
}

export function historyCommands(deps: HistoryCommandDeps): readonly CommandRow[] {
  const onHistory = (
    id: HistoryCommandId,
    failure: () => string,
    act: (address: HistoryAddress | undefined) => Promise<boolean>,
  ): CommandRow =>
    defineCommand({
      id,
      args: COMMAND_ARGUMENTS.loadOlderRuns,
      failure,
      run: async (address) => {
        if (!(await act(address && { ...address, ref: address.ref })))
          deps.prompts.showMessage('info', t('Open the history of a job first.'), []);
      },
    });
  return [
    {
      id: COMMAND.showJobHistory,
      failure: () => t("Couldn't show the job history."),
      run: async (argument) => {
        const target = await anyJob(deps, argument, {
          title: t('Show Job History'),
          placeholder: t('Select a job to show its history'),
          list: 'names',
        });
        if (target === undefined) return;
        const { base, project } = target.key;
        await deps.tools.history.open({ base, project, name: target.job.name }, target.job.ref ?? undefined);
      },
    },
    onHistory(
      COMMAND.loadOlderRuns,
      () => t("Couldn't load older runs."),
      (address) => deps.tools.history.older(address),
    ),
    onHistory(
      COMMAND.refreshHistory,
      () => t("Couldn't refresh the job history."),
      (address) => deps.tools.history.refresh(address),
    ),
    onHistory(
      COMMAND.toggleHistoryRef,
      () => t("Couldn't toggle the branch or tag filter."),
      (address) => deps.tools.history.toggleRef(address),
    ),
  ];
}
