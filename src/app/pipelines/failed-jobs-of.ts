import type { CallOptions } from '../../api/client';
import { isFailure } from '../../domain/pipelines/stage-actions';
import type { Job } from '../../schemas/job';
import type { PipelineKey } from '../shared/keys';
import type { PipelineContent } from './content';
import { downstreamOf } from './downstream';

/** A job that made a pipeline fail. */
export interface FailedJob {
  /** The pipeline that contains the job. */
  readonly pipeline: PipelineKey;
  readonly job: Job;
  /** True if the job is in a downstream pipeline. */
  readonly isBelow: boolean;
}

interface Reader {
  content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent>;
}

/**
 * Jobs that made a pipeline fail, in the order in which they finished, because later failures often result
 * from the first. Jobs of downstream pipelines are last.
 */
export async function failedJobsOf(
  reader: Reader,
  pipeline: PipelineKey,
  options?: CallOptions,
): Promise<readonly FailedJob[]> {
  const found: FailedJob[] = [];
  const seen = new Set<number>();
  const queue: PipelineKey[] = [pipeline];
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    const here = key;
    if (seen.has(here.pipeline) || seen.size > MAX_PIPELINES) continue;
    seen.add(here.pipeline);
    // Skips downstream pipelines that can't be read.
    const content = await reader.content(here, options).catch((error: unknown) => {
      if (here === pipeline) throw error;
      return undefined;
    });
    const members = content?.stages.flatMap((stage) => stage.members) ?? [];
    const failed = members.flatMap((member) =>
      member.kind === 'job' && isFailure(member) ? [member.job] : [],
    );
    for (const job of failed.sort(byEnd)) found.push({ pipeline: here, job, isBelow: here !== pipeline });
    for (const bridge of content?.bridges ?? []) {
      const below = downstreamOf(here, bridge);
      // A pipeline that passed can have started another one that failed.
      if (below !== undefined) queue.push(below.key);
    }
  }
  return found;
}

/** Maximum number of downstream pipelines. */
const MAX_PIPELINES = 8;

const byEnd = (a: Job, b: Job): number =>
  (a.finished_at ?? '~').localeCompare(b.finished_at ?? '~') || a.id - b.id;
