import type { PipelineSubject, UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import type { ProjectKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { anotherPipelineRisk } from '../../presentation/jobs/risk-messages';

export interface AnotherPipelineDeps {
  readonly unconfirmed: UnconfirmedPipelines;
  readonly prompts: Prompts;
  readonly now: () => number;
}

/** False if a pipeline was created by a request that wasn't confirmed, and no other one is wanted. */
export async function wantsAnotherPipeline(
  { unconfirmed, prompts, now }: AnotherPipelineDeps,
  project: ProjectKey,
  subject: PipelineSubject,
  name: string,
): Promise<boolean> {
  const found = await prompts.progress.inView(t('Checking for a new pipeline for {0}…', name), (signal) =>
    unconfirmed.createdMeanwhile(project, subject, { signal }),
  );
  return found === undefined || prompts.confirm(anotherPipelineRisk(found, name, project.base, now()));
}
