import type { Pipelines } from '../../app/pipelines/pipelines';
import type { Poller } from '../../app/shared/poller';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { trafficSentences } from '../../presentation/accounts/traffic-messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import { rowOr } from '../../schemas/command-argument';
import { type CommandRow, defineCommand } from './command-row';

const reading = (): string => t('Reading pipelines…');

/** `Node`: what VS Code passes for a row of the view. */
export interface ViewCommandDeps<Node> {
  readonly pipelines: Pick<Pipelines, 'loadOlder'>;
  readonly poller: Pick<Poller, 'refresh'>;
  readonly prompts: Prompts;
  /** Draws the view anew; rows that failed to load are asked for again. */
  readonly repaint: () => void;
  readonly nodeOf: (given: unknown) => Node | undefined;
  /** Shows the pipeline that started the one of a row; false where there is none. */
  readonly revealUpstream: (node: Node | undefined) => Promise<boolean>;
  readonly showOutput: () => void;
  /** How many requests each server got. */
  readonly traffic: () => Parameters<typeof trafficSentences>[0];
  readonly now: () => number;
}

export function viewCommands<Node>(deps: ViewCommandDeps<Node>): readonly CommandRow[] {
  const { pipelines, poller, prompts, repaint, revealUpstream, showOutput, traffic, now } = deps;
  return [
    {
      id: COMMAND.refreshPipelines,
      failure: () => t('The pipelines could not be refreshed.'),
      run: async () => {
        try {
          await prompts.progress.inView(reading(), (signal) => poller.refresh(signal));
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
        const target = argument?.target;
        if (target?.kind === 'older' || target?.kind === 'project')
          await prompts.progress.inView(reading(), (signal) =>
            pipelines.loadOlder(target.project, { signal }),
          );
      },
    },
    defineCommand({
      id: COMMAND.openUpstream,
      args: rowOr(deps.nodeOf),
      failure: () => t('The upstream pipeline was not opened.'),
      run: async (argument) => {
        if (!(await revealUpstream(argument?.pressed)))
          prompts.showMessage(
            'info',
            t('This pipeline was not started by another one that is shown here.'),
            [],
          );
      },
    }),
    {
      id: COMMAND.showOutput,
      failure: () => t('The output could not be shown.'),
      run: showOutput,
    },
    {
      id: COMMAND.showRequests,
      failure: () => t('The requests could not be shown.'),
      run: () => {
        prompts.showMessage('info', trafficSentences(traffic(), now()).join(' '), []);
      },
    },
  ];
}
