import { isEnded } from '../jobs/status';
import { type PipelineDuration, usualDuration } from './usual-duration';

/** How many of a pipeline's jobs have finished. */
export interface PipelineProgress {
  readonly finished: number;
  /** Without jobs that require a manual action, and skipped ones. */
  readonly total: number;
}

/** Returns the progress of the latest attempts of jobs; undefined without jobs. */
export function progressOf(jobs: readonly { readonly status: string }[]): PipelineProgress | undefined {
  const counted = jobs.filter(({ status }) => status !== 'manual' && status !== 'skipped');
  const finished = counted.filter(({ status }) => isEnded(status)).length;
  return counted.length === 0 ? undefined : { finished, total: counted.length };
}

/**
 * The remaining jobs would take this many times as long as the estimate if all jobs took the same time. A larger ratio
 * contradicts the progress, for example because a runner is slow.
 */
const MAX_RATIO = 3;

/**
 * Returns the seconds until a running pipeline has taken as long as the median of earlier ones. Undefined if it hasn't
 * started or already takes longer, if too few earlier pipelines are known, and if the estimate contradicts the progress.
 */
export function remainingTime(
  startedAt: string | null | undefined,
  {
    earlier,
    progress,
  }: { readonly earlier: readonly PipelineDuration[]; readonly progress?: PipelineProgress | undefined },
  now: number,
): number | undefined {
  const start = Date.parse(startedAt ?? '');
  const usual = usualDuration(earlier);
  if (usual === undefined || Number.isNaN(start)) return undefined;
  const remaining = usual.duration - (now - start) / 1000;
  const left = progress === undefined ? 0 : 1 - progress.finished / progress.total;
  return remaining > 0 && left * usual.duration <= MAX_RATIO * remaining ? remaining : undefined;
}
