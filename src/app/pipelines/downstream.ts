import type { CallOptions } from '../../api/client';
import { orUndefined } from '../../base/background';
import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { Bridge } from '../../schemas/job';
import type { DownstreamPipeline } from '../../schemas/pipeline';
import { pipelineId, type PipelineKey } from '../shared/keys';
import type { PipelineContent } from './content';

/** A pipeline that a trigger job started. `where` is its project's path if that is another project. */
export interface Downstream {
  readonly key: PipelineKey;
  readonly started: DownstreamPipeline;
  readonly where: string | undefined;
}

/** The pipeline that a trigger job started; undefined if it hasn't started one. */
export function downstreamOf(upstream: PipelineKey, bridge: Bridge): Downstream | undefined {
  const started = bridge.downstream_pipeline;
  if (started === null || started === undefined) return undefined;
  const path = projectPathOf(upstream.base, started.web_url);
  // Paths and IDs can't be compared, so a pipeline with the same path as the trigger job gets its project ID.
  const beside = path !== undefined && path === projectPathOf(upstream.base, bridge.web_url);
  const project = started.project_id ?? (beside ? undefined : path) ?? upstream.project;
  const key: PipelineKey = { base: upstream.base, project, pipeline: started.id };
  return { key, started, where: project === upstream.project ? undefined : path };
}

/** The full path of a page's project. No core endpoint returns it in another way. */
function projectPathOf(base: string, page: string | null | undefined): string | undefined {
  const repository = page?.split('/-/')[0];
  const address = repository === undefined ? undefined : parseRemote(repository);
  return address === undefined ? undefined : projectPathOn(base, address);
}

/**
 * A failed downstream pipeline at any depth, from cached contents. Visits each pipeline once, because
 * pipelines can trigger each other.
 */
export function failedBelow(
  peek: (pipeline: PipelineKey) => PipelineContent | undefined,
  pipeline: PipelineKey,
  seen = new Set<string>(),
): DownstreamPipeline | undefined {
  if (seen.has(pipelineId(pipeline))) return undefined;
  seen.add(pipelineId(pipeline));
  for (const bridge of peek(pipeline)?.bridges ?? []) {
    const below = downstreamOf(pipeline, bridge);
    if (below === undefined) continue;
    if (below.started.status === 'failed') return below.started;
    const further = failedBelow(peek, below.key, seen);
    if (further !== undefined) return further;
  }
  return undefined;
}

/** Maximum number of downstream pipelines that are read to find a failed one. */
const MAX_BELOW = 8;

interface Reader {
  content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent>;
}

/**
 * Reads downstream pipelines, level by level, so that failures are known. Skips pipelines that can't be read,
 * for example in projects without access.
 */
export async function readBelow(reader: Reader, top: PipelineKey, options?: CallOptions): Promise<void> {
  const seen = new Set([pipelineId(top)]);
  let level: readonly PipelineKey[] = [top];
  while (level.length > 0 && seen.size <= MAX_BELOW) {
    const contents = await Promise.all(
      level.map(async (key) => ({ key, content: await orUndefined(reader.content(key, options)) })),
    );
    level = contents
      .flatMap(
        ({ key, content }) => content?.bridges.flatMap((bridge) => downstreamOf(key, bridge) ?? []) ?? [],
      )
      .map(({ key }) => key)
      .filter((key) => !seen.has(pipelineId(key)))
      .slice(0, MAX_BELOW + 1 - seen.size);
    for (const key of level) seen.add(pipelineId(key));
  }
}
