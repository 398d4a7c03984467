import type { PipelineActions } from '../../../app/pipelines/actions';
import type { RecentPipeline } from '../../../app/pipelines/lookup';
import type { PipelineKey, ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { Confirmations } from '../../../domain/jobs/risks';
import { isEnded } from '../../../domain/jobs/status';
import {
  PIPELINE_ACTIONS,
  PIPELINE_ROLE_ACTIONS,
  type PipelineAction,
  pipelineActions,
} from '../../../domain/pipelines/rules';
import { JOB_VERBS } from '../../../presentation/jobs/labels';
import { cancelPipelineRisk } from '../../../presentation/jobs/risk-messages';
import { PIPELINE_VERBS } from '../../../presentation/pipelines/messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { refName } from '../../../presentation/shared/ref-name';
import type { CommandArgument } from '../../../schemas/command-argument';
import { type BulkDeps, showBulkResult } from '../../jobs/commands/bulk-commands';
import type { CommandRow } from '../../shared/commands/command-row';
import {
  allowsRole,
  type ProjectRoleDeps,
  requireRole,
  requireRoleInAnyProject,
} from '../../shared/commands/role-check';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';
import { choosePipeline, type PipelineChoiceDeps, type PipelineQuestion } from './choice';

export interface PipelineCommandDeps extends BulkDeps, PipelineChoiceDeps, ProjectRoleDeps {
  readonly prompts: Prompts;
  /** The selected rows of the Pipelines view while it is visible. */
  readonly selectedRows: () => readonly CommandArgument[];
  /** The cached status of a pipeline. */
  readonly statusOf: (pipeline: PipelineKey) => string | undefined;
  readonly pipelineActions: PipelineActions;
  /** The branch, tag, or other ref of a pipeline. */
  readonly refOf: (pipeline: PipelineKey) => Promise<string | undefined>;
  readonly confirmations: (project: ProjectKey) => Confirmations;
}

const JOB_VERB = { retryFailed: JOB_VERBS.retry, cancelAll: JOB_VERBS.cancel } as const;

export function pipelineCommands(deps: PipelineCommandDeps): readonly CommandRow[] {
  return PIPELINE_ACTIONS.map((action) => ({
    id: PIPELINE_VERBS[action].command,
    failure: () => PIPELINE_VERBS[action].notDone(undefined),
    run: (argument, failing) => act(deps, action, argument, failing),
  }));
}

async function act(
  deps: PipelineCommandDeps,
  action: PipelineAction,
  argument: CommandArgument,
  failing: (what: string) => void,
): Promise<void> {
  const verb = PIPELINE_VERBS[action];
  const target = argument?.target;
  const isRow = target?.kind === 'pipeline';
  const key = isRow ? target.pipeline : await findPipeline(deps, action);
  if (key === undefined) return;
  failing(verb.notDone(key.pipeline));
  requireRole(deps, PIPELINE_ROLE_ACTIONS[action], key);
  if (action === 'cancelAll' && deps.confirmations(key).cancelPipeline) {
    const ref = refName(await deps.refOf(key));
    if (!(await deps.prompts.confirm(cancelPipelineRisk(key.pipeline, ref)))) return;
  }
  const outcome = await deps.prompts.progress.counting(verb.doing(key.pipeline), (options) =>
    deps.pipelineActions.run(action, key, options),
  );
  if (outcome.kind === 'jobs') showBulkResult(deps, outcome.report, JOB_VERB[action]);
  else if (action === 'cancelAll')
    deps.prompts.showMessage('info', verb.done(key.pipeline), [retryAction(deps, key)]);
  else if (!isRow) deps.prompts.showMessage('info', verb.done(key.pipeline), []);
}

/** Returns the button that reverts a cancellation. */
function retryAction(deps: PipelineCommandDeps, key: PipelineKey): MessageAction {
  const verb = PIPELINE_VERBS.retryFailed;
  return {
    title: t('Retry'),
    run: async () => {
      const outcome = await deps.prompts.progress.counting(verb.doing(key.pipeline), (options) =>
        deps.pipelineActions.run('retryFailed', key, options),
      );
      if (outcome.kind === 'jobs') showBulkResult(deps, outcome.report, JOB_VERBS.retry);
    },
    failure: () => verb.notDone(key.pipeline),
  };
}

/** Returns the pipeline of the only selected row if it allows the action, or asks for one. */
async function findPipeline(
  deps: PipelineCommandDeps,
  action: PipelineAction,
): Promise<PipelineKey | undefined> {
  const [row, ...others] = deps.selectedRows();
  const selected = others.length === 0 && row?.target?.kind === 'pipeline' ? row.target.pipeline : undefined;
  const status = selected === undefined ? undefined : deps.statusOf(selected);
  if (status !== undefined && pipelineActions(status).includes(action)) return selected;
  await requireRoleInAnyProject(deps, PIPELINE_ROLE_ACTIONS[action]);
  return choosePipeline(deps, questionFor(deps, action));
}

function questionFor(deps: PipelineCommandDeps, action: PipelineAction): PipelineQuestion {
  const verb = PIPELINE_VERBS[action];
  // Finished pipelines first, which are most likely to be retried. Those that can be canceled aren't
  // finished.
  const over = ({ pipeline }: RecentPipeline): number => Number(isEnded(pipeline.status));
  return {
    title: verb.pick(),
    placeholder: verb.question(),
    none: verb.none(),
    fitting: (recent) =>
      recent
        .filter(
          ({ key, pipeline }) =>
            pipelineActions(pipeline.status).includes(action) &&
            allowsRole(deps, PIPELINE_ROLE_ACTIONS[action], key),
        )
        .sort((a, b) => over(b) - over(a)),
  };
}

interface SummaryCommandDeps extends PipelineChoiceDeps {
  readonly tools: { readonly summaries: { open(key: PipelineKey): Promise<void> } };
}

/** "Show Pipeline Summary": opens or refreshes the summary of a row's pipeline, or of the one that is selected. */
export const summaryCommand = (deps: SummaryCommandDeps): CommandRow => ({
  id: COMMAND.showPipelineSummary,
  failure: () => t("Couldn't show the summary of the pipeline."),
  run: async (argument) => {
    const target = argument?.target;
    const key =
      target?.kind === 'pipeline'
        ? target.pipeline
        : await choosePipeline(deps, {
            title: t('Show Pipeline Summary'),
            placeholder: t('Select a pipeline to show its summary'),
            none: t('The projects of this workspace have no pipelines.'),
          });
    if (key !== undefined) await deps.tools.summaries.open(key);
  },
});
