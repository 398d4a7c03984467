import type { Pipelines } from '../../app/pipelines/pipelines';
import type { Poller } from '../../app/shared/poller';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { COMMAND } from '../../presentation/shared/command-ids';
import { rowOr } from '../../schemas/command-argument';
import { type CommandRow, defineCommand } from './command-row';

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
  /** Opens how many requests each server got, or updates it. */
  readonly showTraffic: () => Promise<void>;
}

export function viewCommands<Node>(deps: ViewCommandDeps<Node>): readonly CommandRow[] {
  const { pipelines, poller, prompts, repaint, revealUpstream, showOutput, showTraffic } = deps;
  return [
    {
      id: COMMAND.refreshPipelines,
      failure: () => t("Couldn't refresh pipelines."),
      run: async () => {
        try {
          await prompts.progress.inView(t('Refreshing pipelines…'), (signal) => poller.refresh(signal));
        } finally {
          // Rows that failed to load are asked for again in any case.
          repaint();
        }
      },
    },
    {
      id: COMMAND.loadOlderPipelines,
      failure: () => t("Couldn't load older pipelines."),
      run: async (argument) => {
        const target = argument?.target;
        if (target?.kind === 'older' || target?.kind === 'project')
          await prompts.progress.inView(t('Loading older pipelines…'), (signal) =>
            pipelines.loadOlder(target.project, { signal }),
          );
      },
    },
    defineCommand({
      id: COMMAND.openUpstream,
      args: rowOr(deps.nodeOf),
      failure: () => t("Couldn't open the upstream pipeline."),
      run: async (argument) => {
        if (!(await revealUpstream(argument?.pressed)))
          prompts.showMessage(
            'info',
            t('No upstream pipeline of this pipeline is shown in the Pipelines view.'),
            [],
          );
      },
    }),
    {
      id: COMMAND.showOutput,
      failure: () => t("Couldn't show the output."),
      run: showOutput,
    },
    {
      id: COMMAND.showRequests,
      failure: () => t("Couldn't show the request statistics."),
      run: showTraffic,
    },
  ];
}
