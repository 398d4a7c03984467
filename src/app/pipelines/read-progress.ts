import type { CallOptions, Client } from '../../api/client';
import { listPipelineJobs } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';
import { type PipelineProgress, progressOf } from '../../domain/pipelines/progress';
import type { PipelineKey } from '../shared/keys';

/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;

/**
 * Returns the progress of a pipeline with one request. Undefined for a pipeline with more jobs than a page, and if the user
 * isn't allowed to see them.
 */
export async function readProgress(
  client: Client,
  { project, pipeline }: PipelineKey,
  options?: CallOptions,
): Promise<PipelineProgress | undefined> {
  try {
    const args = { id: project, pipeline_id: pipeline, per_page: PAGE_SIZE };
    const { items, next } = await client.page(listPipelineJobs, args, options);
    return next === undefined ? progressOf(items) : undefined;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}
