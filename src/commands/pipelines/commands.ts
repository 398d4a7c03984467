import type { PipelineActions } from '../../app/pipelines/actions';
import type { RecentPipeline } from '../../app/pipelines/lookup';
import type { PipelineKey, ProjectKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import type { Confirmations } from '../../domain/jobs/risks';
import { isEnded } from '../../domain/jobs/status';
import {
  PIPELINE_ACTIONS,
  PIPELINE_ROLE_ACTIONS,
  type PipelineAction,
  pipelineActions,
} from '../../domain/pipelines/rules';
import type { MessageAction } from '../../editor/shared/prompts';
import { JOB_VERBS } from '../../presentation/jobs/labels';
import { cancelPipelineRisk } from '../../presentation/jobs/risk-messages';
import { PIPELINE_VERBS } from '../../presentation/pipelines/messages';
import { refName } from '../../presentation/shared/ref-name';
import type { CommandArgument } from '../../schemas/command-argument';
import { type BulkDeps, showBulkResult } from '../jobs/bulk-commands';
import type { CommandRow } from '../shared/command-row';
import { requireRole, type RoleDeps } from '../shared/role-check';
import { choosePipeline, type PipelineChoiceDeps, type PipelineQuestion } from './choice';

export interface PipelineCommandDeps extends BulkDeps, PipelineChoiceDeps, RoleDeps {
  readonly pipelineActions: PipelineActions;
  /** The branch, tag or other ref of a pipeline. */
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
  const key = isRow ? target.pipeline : await choosePipeline(deps, questionFor(action));
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
  if (outcome.kind === 'jobs') showBulkResult(deps, outcome.report, JOB_VERB[action].doneAll);
  else if (action === 'cancelAll')
    deps.prompts.showMessage('info', verb.done(key.pipeline), [retryAction(deps, key)]);
  else if (!isRow) deps.prompts.showMessage('info', verb.done(key.pipeline), []);
}

/** Takes a cancellation back. */
function retryAction(deps: PipelineCommandDeps, key: PipelineKey): MessageAction {
  const verb = PIPELINE_VERBS.retryFailed;
  return {
    title: t('Retry'),
    run: async () => {
      const outcome = await deps.prompts.progress.counting(verb.doing(key.pipeline), (options) =>
        deps.pipelineActions.run('retryFailed', key, options),
      );
      if (outcome.kind === 'jobs') showBulkResult(deps, outcome.report, JOB_VERBS.retry.doneAll);
    },
    failure: () => verb.notDone(key.pipeline),
  };
}

function questionFor(action: PipelineAction): PipelineQuestion {
  const verb = PIPELINE_VERBS[action];
  // Most likely one that is over is meant to be retried; any that is canceled is not over.
  const over = ({ pipeline }: RecentPipeline): number => Number(isEnded(pipeline.status));
  return {
    title: verb.pick(),
    placeholder: verb.question(),
    none: verb.none(),
    fitting: (recent) =>
      recent
        .filter(({ pipeline }) => pipelineActions(pipeline.status).includes(action))
        .sort((a, b) => over(b) - over(a)),
  };
}
