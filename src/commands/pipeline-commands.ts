import type { Nowhere } from '../app/job-lookup';
import type { PipelineActions } from '../app/pipeline-actions';
import type { PipelineLookup, RecentPipeline } from '../app/pipeline-lookup';
import type { PipelineKey } from '../app/keys';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { isEnded } from '../domain/job-status';
import { PIPELINE_ACTIONS, pipelineActions, type PipelineAction } from '../domain/pipeline-rules';
import type { Confirmations } from '../domain/risks';
import type { PickItem, Prompts } from '../editor/prompts';
import { JOB_VERBS } from '../presentation/job-words';
import { refName } from '../presentation/pipeline-rows';
import { PIPELINE_VERBS } from '../presentation/pipeline-words';
import { cancelPipelineRisk } from '../presentation/risk-words';
import { parts } from '../presentation/row';
import { statusIcon, statusWord } from '../presentation/status-icons';
import { ago } from '../presentation/time-words';
import { tellBulk, withCount, type BulkPorts } from './bulk-commands';
import type { CommandRow } from './command-row';
import { tellNowhere } from './nowhere';

export interface PipelineCommandPorts extends BulkPorts {
  readonly prompts: Prompts;
  readonly pipelineLookup: PipelineLookup;
  readonly pipelineActions: PipelineActions;
  /** The branch, tag or other ref of a pipeline. */
  readonly refOf: (pipeline: PipelineKey) => Promise<string | undefined>;
  readonly confirmations: () => Confirmations;
  readonly now: () => number;
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
  const key = isRow ? target.pipeline : await choosePipeline(ports, action);
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

async function choosePipeline(
  { pipelineLookup, prompts, now }: PipelineCommandPorts,
  action: PipelineAction,
): Promise<PipelineKey | undefined> {
  const verb = PIPELINE_VERBS[action];
  let nowhere: Nowhere | undefined;
  let nothing: string | undefined;
  const items = async (signal: AbortSignal): Promise<readonly PickItem<PipelineKey>[]> => {
    const recent = await pipelineLookup.recent(signal);
    if (typeof recent === 'string') {
      nowhere = recent;
      return [];
    }
    const fitting = recent.filter(({ pipeline }) => pipelineActions(pipeline.status).includes(action));
    if (fitting.length === 0) nothing = verb.none();
    // Most likely one that is over is meant to be retried; any that is canceled is not over.
    const over = ({ pipeline }: RecentPipeline): number => Number(isEnded(pipeline.status));
    return [...fitting].sort((a, b) => over(b) - over(a)).map((one) => itemOf(one, now()));
  };
  const question = { title: verb.pick(), placeholder: verb.question(), items };
  const chosen = await prompts.pick({ ...question, looking: t('Looking for pipelines…') });
  if (nowhere !== undefined) tellNowhere(prompts, nowhere);
  else if (nothing !== undefined) prompts.tell('info', nothing, []);
  return chosen;
}

function itemOf({ key, pipeline, path }: RecentPipeline, now: number): PickItem<PipelineKey> {
  return {
    label: `#${pipeline.id} ${refName(pipeline.ref)}`.trim(),
    description: parts(statusWord(pipeline), path, ago(pipeline.created_at, now)),
    icon: statusIcon(pipeline).id.replace('~spin', ''),
    value: key,
  };
}
