import type { CallOptions } from '../../../api/client';
import { type FailedJob, failedJobsOf } from '../../../app/pipelines/failed-jobs-of';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { parts } from '../../../presentation/shared/row';
import { duration } from '../../../presentation/shared/time-labels';
import type { CommandRow } from '../../shared/commands/command-row';
import { choosePipeline, type PipelineChoiceDeps } from './choice';

export interface FailedLogDeps extends PipelineChoiceDeps {
  readonly pipelines: Pick<Pipelines, 'content'>;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
}

/** Opens the log of the failed job of a pipeline or stage. Asks if there are several. */
export const openFailedLogCommand = (deps: FailedLogDeps): CommandRow => ({
  id: COMMAND.openFailedLog,
  failure: () => t("Couldn't open the log."),
  run: async (argument) => {
    const target = argument?.target;
    const isNamed = target?.kind === 'stage' || target?.kind === 'pipeline';
    const pipeline = isNamed ? target.pipeline : await chooseFailed(deps);
    if (pipeline === undefined) return;
    const stage = target?.kind === 'stage' ? target.stage : undefined;
    const jobs = await deps.prompts.progress.inView(t('Loading jobs…'), (signal) =>
      failedIn(deps, pipeline, { signal, stage }),
    );
    const chosen = jobs.length > 1 ? await choose(deps, jobs) : jobs[0];
    if (chosen !== undefined) await deps.openLog({ ...chosen.pipeline, job: chosen.job.id }, chosen.job.name);
    else if (jobs.length === 0)
      deps.prompts.showMessage('info', t('Pipeline #{0} has no failed jobs.', pipeline.pipeline), []);
  },
});

async function failedIn(
  { pipelines }: FailedLogDeps,
  pipeline: PipelineKey,
  { stage, ...options }: CallOptions & { readonly stage: string | undefined },
): Promise<readonly FailedJob[]> {
  const jobs = await failedJobsOf(pipelines, pipeline, options);
  return stage === undefined ? jobs : jobs.filter(({ job, isBelow }) => !isBelow && job.stage === stage);
}

function choose({ prompts }: FailedLogDeps, jobs: readonly FailedJob[]): Promise<FailedJob | undefined> {
  return prompts.pick({
    title: t('Open Failed Job Log'),
    placeholder: t('Select a job to open its log'),
    items: jobs.map((each) => ({
      label: each.job.name,
      description: parts(
        each.job.stage,
        each.isBelow ? t('downstream pipeline #{0}', each.pipeline.pipeline) : undefined,
        duration(each.job.duration),
      ),
      icon: 'error',
      value: each,
    })),
  });
}

const chooseFailed = (deps: FailedLogDeps): Promise<PipelineKey | undefined> =>
  choosePipeline(deps, {
    title: t('Open Failed Job Log'),
    placeholder: t('Select a failed pipeline'),
    none: t('No failed pipelines found in this workspace.'),
    fitting: (recent) => recent.filter(({ pipeline }) => pipeline.status === 'failed'),
  });
