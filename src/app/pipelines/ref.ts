import type { PipelineKey } from '../shared/keys';
import type { Pipelines } from './pipelines';

/** The branch, tag or other ref of a pipeline; read where the pipeline is not known yet. */
export async function pipelineRef(
  pipelines: Pick<Pipelines, 'details' | 'content'>,
  key: PipelineKey,
): Promise<string | undefined> {
  const known = pipelines.details(key) ?? (await pipelines.content(key)).detail;
  return known?.ref ?? undefined;
}
