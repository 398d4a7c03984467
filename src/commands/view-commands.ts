import { window } from 'vscode';
import type { Pipelines } from '../app/pipelines';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import { VIEW } from '../presentation/view-ids';
import type { CommandRow } from './command-row';

export interface ViewCommandPorts {
  readonly pipelines: Pipelines;
  /** Draws the view anew; rows that failed to load are asked for again. */
  readonly repaint: () => void;
  readonly showOutput: () => void;
  /** Tells how much each server was asked. */
  readonly showRequests: () => void;
}

export function viewCommands({
  pipelines,
  repaint,
  showOutput,
  showRequests,
}: ViewCommandPorts): readonly CommandRow[] {
  const inView = <T>(work: () => Promise<T>): PromiseLike<T> =>
    window.withProgress({ location: { viewId: VIEW.pipelines } }, work);
  return [
    {
      id: COMMAND.refreshPipelines,
      failure: () => t('The pipelines could not be refreshed.'),
      run: async () => {
        try {
          await inView(() => pipelines.look(undefined, true));
        } finally {
          // Rows that failed to load are asked for again in any case.
          repaint();
        }
      },
    },
    {
      id: COMMAND.loadOlderPipelines,
      failure: () => t('Older pipelines could not be loaded.'),
      run: async (argument) => {
        const target = targetOf(argument);
        if (target?.kind === 'older' || target?.kind === 'project')
          await inView(() => pipelines.loadOlder(target.project));
      },
    },
    {
      id: COMMAND.showOutput,
      failure: () => t('The output could not be shown.'),
      run: showOutput,
    },
    {
      id: COMMAND.showRequests,
      failure: () => t('The requests could not be shown.'),
      run: showRequests,
    },
  ];
}
