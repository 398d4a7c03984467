import type { CallOptions } from '../../api/client';
import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { Bridge } from '../../schemas/job';
import type { DownstreamPipeline } from '../../schemas/pipeline';
import { pipelineId, type PipelineKey } from '../shared/keys';
import type { PipelineContent } from './content';

/** A pipeline that a trigger job started. `where` is the path of its project, where that is another one. */
export interface Downstream {
  readonly key: PipelineKey;
  readonly started: DownstreamPipeline;
  readonly where: string | undefined;
}

/** What a trigger job started; undefined where it started nothing yet. */
export function downstreamOf(upstream: PipelineKey, bridge: Bridge): Downstream | undefined {
  const started = bridge.downstream_pipeline;
  if (started === null || started === undefined) return undefined;
  const path = projectPathOf(upstream.base, started.web_url);
  // A path says the same as a number, but does not compare with it: what lies beside the trigger job is its project's.
  const beside = path !== undefined && path === projectPathOf(upstream.base, bridge.web_url);
  const project = started.project_id ?? (beside ? undefined : path) ?? upstream.project;
  const key: PipelineKey = { base: upstream.base, project, pipeline: started.id };
  return { key, started, where: project === upstream.project ? undefined : path };
}

/** The full path of the project that a pipeline's page belongs to: no core endpoint gives another way to tell. */
function projectPathOf(base: string, page: string | null | undefined): string | undefined {
  const repository = page?.split('/-/')[0];
  const address = repository === undefined ? undefined : parseRemote(repository);
  return address === undefined ? undefined : projectPathOn(base, address);
}

/**
 * A pipeline below this one, at any depth, that failed, as far as is known without asking. Pipelines that trigger
 * each other are looked at once.
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

/** Pipelines below one that are read to see whether one of them failed: deep enough for what people build. */
const MAX_BELOW = 8;

interface Reader {
  content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent>;
}

/**
 * Reads what is below a pipeline, level by level, so that a failure there is known. What cannot be read, such as a
 * pipeline of a project that one may not see, is left out.
 */
export async function readBelow(reader: Reader, top: PipelineKey, options?: CallOptions): Promise<void> {
  const seen = new Set([pipelineId(top)]);
  let level: readonly PipelineKey[] = [top];
  while (level.length > 0 && seen.size <= MAX_BELOW) {
    const contents = await Promise.all(
      level.map(async (key) => ({ key, content: await reader.content(key, options).catch(() => undefined) })),
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
