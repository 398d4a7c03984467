import type { PipelineKey } from '../shared/keys';
import type { Pipelines } from './pipelines';

/** The branch, tag, or other ref of a pipeline. Reads the pipeline if it isn't cached. */
export async function pipelineRef(
  pipelines: Pick<Pipelines, 'details' | 'content'>,
  key: PipelineKey,
): Promise<string | undefined> {
  const known = pipelines.details(key) ?? (await pipelines.content(key)).detail;
  return known?.ref ?? undefined;
}
