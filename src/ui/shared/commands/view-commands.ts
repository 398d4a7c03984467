import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { ProjectKey } from '../../../app/shared/keys';
import type { Poller } from '../../../app/shared/poller';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import { rowOr } from '../../../schemas/command-argument';
import type { Prompts } from '../editor/prompts';
import { type CommandRow, defineCommand } from './command-row';
import { refreshView } from './refresh-view';

/** `Node`: the type that VS Code passes for a row. */
export interface ViewCommandDeps<Node> {
  readonly pipelines: Pick<Pipelines, 'loadOlder'>;
  readonly poller: Pick<Poller, 'refresh'>;
  readonly prompts: Prompts;
  /** Redraws the view and reloads rows that failed to load. */
  readonly repaint: () => void;
  readonly showsFailure: () => boolean;
  /** Shows the new pipelines of a project; undefined for all projects. */
  readonly showNew: (project: ProjectKey | undefined) => void;
  readonly collapseAll: (view: string) => Promise<void>;
  readonly nodeOf: (given: unknown) => Node | undefined;
  /** Reveals the pipeline that started the one of a row; returns false if there is none. */
  readonly revealUpstream: (node: Node | undefined) => Promise<boolean>;
  readonly showOutput: () => void;
  /** Opens or updates the number of requests per server. */
  readonly showTraffic: () => Promise<void>;
}

export const couldNotCollapse = (): string => t("Couldn't collapse the rows.");

export function viewCommands<Node>(deps: ViewCommandDeps<Node>): readonly CommandRow[] {
  const { collapseAll, pipelines, poller, prompts, revealUpstream, showNew, showOutput, showTraffic } = deps;
  return [
    {
      id: COMMAND.refreshPipelines,
      failure: () => t("Couldn't refresh pipelines."),
      run: () =>
        refreshView({
          ...deps,
          refresh: () =>
            prompts.progress.inView(t('Refreshing pipelines…'), (signal) => poller.refresh(signal)),
        }),
    },
    {
      id: COMMAND.collapsePipelines,
      failure: couldNotCollapse,
      run: () => collapseAll(VIEW.pipelines),
    },
    {
      id: COMMAND.showNewPipelines,
      failure: () => t("Couldn't show the new pipelines."),
      run: (argument) => {
        const target = argument?.target;
        showNew(target?.kind === 'project' ? target.project : undefined);
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
            t("This pipeline's upstream pipeline isn't shown in the Pipelines view."),
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
