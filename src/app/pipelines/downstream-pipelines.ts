import type { Client } from '../../api/client';
import { listPipelineBridges } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';
import { pipelineId, type PipelineKey } from '../shared/keys';
import { downstreamOf } from './downstream';

/** Maximum number of levels below a pipeline, and of pipelines in total. */
const MAX_DEPTH = 2;
const MAX = 10;
/** Largest page (server-behavior.md#page-parameters). More trigger jobs would exceed `MAX` anyway. */
const PAGE_SIZE = 100;

export interface DownstreamPipelines {
  /** Downstream pipelines, level by level, each once. */
  readonly below: readonly PipelineKey[];
  /** Number of known downstream pipelines that aren't in `below`, because of the limits. */
  readonly leftOut: number;
}

/** Returns the downstream pipelines of a pipeline, including indirect ones. */
export async function readDownstreamPipelines(
  client: Client,
  top: PipelineKey,
  signal?: AbortSignal,
): Promise<DownstreamPipelines> {
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

/** Empty for pipelines that can't be read, for example in projects without access. */
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
