import type { PipelineSubject, UnconfirmedPipelines } from '../../../app/pipelines/unconfirmed-pipelines';
import type { ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { anotherPipelineRisk } from '../../../presentation/jobs/risk-messages';
import type { Prompts } from '../../shared/editor/prompts';

export interface AnotherPipelineDeps {
  readonly unconfirmed: UnconfirmedPipelines;
  readonly prompts: Prompts;
  readonly now: () => number;
}

/** Returns false if an unconfirmed request has created a pipeline and the user doesn't want another one. */
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
