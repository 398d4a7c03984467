import type { Client } from '../../api/client';
import { listPipelineBridges } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';
import { pipelineId, type PipelineKey } from '../shared/keys';
import { downstreamOf } from './downstream';

/** How many levels below a pipeline are looked at, and how many pipelines in all. */
const MAX_DEPTH = 2;
const MAX = 10;
/**
 * Largest page (server-behavior.md#page-parameters): a pipeline with more trigger jobs has more below it than is looked
 * at anyway.
 */
const PAGE_SIZE = 100;

export interface PipelineFamily {
  /** The pipelines below, level by level, each once. */
  readonly below: readonly PipelineKey[];
  /** Pipelines below that are known and not among them, because there are too many or they lie too deep. */
  readonly leftOut: number;
}

/** The pipelines that a pipeline started, and those that these started. */
export async function familyOf(
  client: Client,
  top: PipelineKey,
  signal?: AbortSignal,
): Promise<PipelineFamily> {
  const seen = new Set([pipelineId(top)]);
  const below: PipelineKey[] = [];
  let leftOut = 0;
  let level: readonly PipelineKey[] = [top];
  for (let depth = 1; level.length > 0; depth++) {
    const next: PipelineKey[] = [];
    for (const started of (await Promise.all(level.map((key) => startedBy(client, key, signal)))).flat()) {
      const id = pipelineId(started);
      if (seen.has(id)) continue;
      seen.add(id);
      if (depth > MAX_DEPTH || below.length + next.length >= MAX) leftOut++;
      else next.push(started);
    }
    below.push(...next);
    level = next;
  }
  return { below, leftOut };
}

/** What cannot be read, such as a pipeline of a project that one may not see, starts nothing that could be. */
async function startedBy(
  client: Client,
  key: PipelineKey,
  signal?: AbortSignal,
): Promise<readonly PipelineKey[]> {
  const args = { id: key.project, pipeline_id: key.pipeline, per_page: PAGE_SIZE };
  try {
    const { items } = await client.page(listPipelineBridges, args, { signal });
    return items.flatMap((bridge) => downstreamOf(key, bridge)?.key ?? []);
  } catch (error) {
    if (isApiError(error, 'forbidden') || isApiError(error, 'not-found')) return [];
    throw error;
  }
}
