import type { Pipeline, PipelineFacts } from '../../schemas/pipeline';
import type { PipelineContent } from './content';
import { pipelinesOf } from './page-readers';

/** Combines the facts about a pipeline, preferring the newest; undefined if nothing is known. */
export function factsFrom(
  listed: Pipeline | undefined,
  content: PipelineContent | undefined,
): PipelineFacts | undefined {
  const detail = content?.detail;
  const other = listed ?? pipelinesOf(content?.jobs ?? [])[0];
  if (other === undefined || detail === undefined) return detail ?? other;
  const isNewer = (other.updated_at ?? '') > (detail.updated_at ?? '');
  return isNewer ? { ...detail, status: other.status, updated_at: other.updated_at } : detail;
}
