import type { HistoryOf } from '../app/job-history';
import { isRecord } from '../base/record';
import { t } from '../base/localize';
import { COMMAND, type CommandId } from '../presentation/command-ids';
import type { HistoryAddress } from '../presentation/tool-addresses';
import type { CommandRow } from './command-row';
import { anyJob, type JobChoicePorts } from './job-of-tool';

export interface HistoryCommandPorts extends JobChoicePorts {
  readonly tools: {
    readonly history: {
      open(of: HistoryOf, ref: string | undefined): Promise<void>;
      /** These act on the given history, or on that of the active editor; false where there is none. */
      older(address: HistoryAddress | undefined): Promise<boolean>;
      refresh(address: HistoryAddress | undefined): Promise<boolean>;
      toggleRef(address: HistoryAddress | undefined): Promise<boolean>;
    };
  };
}

export function historyCommands(ports: HistoryCommandPorts): readonly CommandRow[] {
  const onHistory = (
    id: CommandId,
    failure: () => string,
    act: (address: HistoryAddress | undefined) => Promise<boolean>,
  ): CommandRow => ({
    id,
    failure,
    run: async (argument) => {
      if (!(await act(givenHistory(argument))))
        ports.prompts.tell('info', t('Open the history of a job first.'), []);
    },
  });
  return [
    {
      id: COMMAND.showJobHistory,
      failure: () => t('The history was not shown.'),
      run: async (argument) => {
        const target = await anyJob(ports, argument, {
          title: t('Show Job History'),
          placeholder: t('The job whose history to show'),
        });
        if (target === undefined) return;
        const { base, project } = target.key;
        await ports.tools.history.open({ base, project, name: target.job.name }, target.job.ref ?? undefined);
      },
    },
    onHistory(
      COMMAND.loadOlderRuns,
      () => t('Older runs were not loaded.'),
      (address) => ports.tools.history.older(address),
    ),
    onHistory(
      COMMAND.refreshHistory,
      () => t('The history was not refreshed.'),
      (address) => ports.tools.history.refresh(address),
    ),
    onHistory(
      COMMAND.toggleHistoryRef,
      () => t('The refs were not switched.'),
      (address) => ports.tools.history.toggleRef(address),
    ),
  ];
}

/** What an action above a history hands over; undefined for anything else. */
function givenHistory(argument: unknown): HistoryAddress | undefined {
  if (!isRecord(argument)) return undefined;
  const { base, project, name, ref } = argument;
  if (typeof base !== 'string' || typeof name !== 'string') return undefined;
  if (typeof project !== 'number' && typeof project !== 'string') return undefined;
  return { base, project, name, ref: typeof ref === 'string' ? ref : undefined };
}
