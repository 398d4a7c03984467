import type { PipelineActions } from '../app/pipeline-actions';
import type { RecentPipeline } from '../app/pipeline-lookup';
import type { PipelineKey } from '../app/keys';
import { targetOf } from '../app/targets';
import { isEnded } from '../domain/job-status';
import { PIPELINE_ACTIONS, pipelineActions, type PipelineAction } from '../domain/pipeline-rules';
import type { Confirmations } from '../domain/risks';
import { JOB_VERBS } from '../presentation/job-words';
import { refName } from '../presentation/pipeline-rows';
import { PIPELINE_VERBS } from '../presentation/pipeline-words';
import { cancelPipelineRisk } from '../presentation/risk-words';
import { tellBulk, withCount, type BulkPorts } from './bulk-commands';
import type { CommandRow } from './command-row';
import { choosePipeline, type PipelineChoicePorts, type PipelineQuestion } from './pipeline-choice';

export interface PipelineCommandPorts extends BulkPorts, PipelineChoicePorts {
  readonly pipelineActions: PipelineActions;
  /** The branch, tag or other ref of a pipeline. */
  readonly refOf: (pipeline: PipelineKey) => Promise<string | undefined>;
  readonly confirmations: () => Confirmations;
}

const JOB_VERB = { retryFailed: JOB_VERBS.retry, cancelAll: JOB_VERBS.cancel } as const;

export function pipelineCommands(ports: PipelineCommandPorts): readonly CommandRow[] {
  return PIPELINE_ACTIONS.map((action) => ({
    id: PIPELINE_VERBS[action].command,
    failure: () => PIPELINE_VERBS[action].notDone(undefined),
    run: (argument, failing) => act(ports, action, argument, failing),
  }));
}

async function act(
  ports: PipelineCommandPorts,
  action: PipelineAction,
  argument: unknown,
  failing: (what: string) => void,
): Promise<void> {
  const verb = PIPELINE_VERBS[action];
  const target = targetOf(argument);
  const isRow = target?.kind === 'pipeline';
  const key = isRow ? target.pipeline : await choosePipeline(ports, questionFor(action));
  if (key === undefined) return;
  failing(verb.notDone(key.pipeline));
  if (action === 'cancelAll' && ports.confirmations().cancelPipeline) {
    const ref = refName(await ports.refOf(key));
    if (!(await ports.prompts.confirm(cancelPipelineRisk(key.pipeline, ref)))) return;
  }
  const outcome = await withCount(verb.doing(key.pipeline), (options) =>
    ports.pipelineActions.run(action, key, options),
  );
  if (outcome.kind === 'jobs') tellBulk(ports, outcome.report, JOB_VERB[action].doneAll);
  else if (!isRow) ports.prompts.tell('info', verb.done(key.pipeline), []);
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
