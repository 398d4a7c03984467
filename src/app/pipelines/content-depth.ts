import type { CallOptions, Client } from '../../api/client';
import { isActive } from '../../domain/jobs/status';
import type { PipelineKey } from '../shared/keys';
import { type ContentReading, type PipelineContent, readContent, readDetail, readOnlyJobs } from './content';

/** How much to read: everything, the jobs that can change, or everything only if the pipeline has changed. */
export type ReadDepth = 'everything' | 'jobs' | 'if-changed';

/** True if changes in a pipeline are expected soon. */
export const isContentActive = ({ jobs, bridges }: PipelineContent, now: number): boolean =>
  jobs.some((job) => isActive(job, now)) ||
  bridges.some(
    (bridge) =>
      isActive(bridge, now) ||
      (bridge.downstream_pipeline ? isActive(bridge.downstream_pipeline, now) : false),
  );

/** Reads the content of a pipeline at this depth, or all of it if nothing is known. */
export async function readAtDepth(
  client: Client,
  pipeline: PipelineKey,
  { depth, known }: { readonly depth: ReadDepth; readonly known: PipelineContent | undefined },
  options: CallOptions,
): Promise<ContentReading> {
  if (depth === 'everything' || known === undefined) return readContent(client, pipeline, options);
  if (depth === 'jobs') return readOnlyJobs(client, pipeline, known, options);
  const detail = await readDetail(client, pipeline, options);
  const same = detail !== undefined && detail.updated_at === known.detail?.updated_at;
  if (same && detail.status === known.detail?.status) return { content: known, requests: 1 };
  const whole = await readContent(client, pipeline, options);
  return { ...whole, requests: whole.requests + 1 };
}
