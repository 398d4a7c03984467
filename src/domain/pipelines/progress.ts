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
 * Returns the seconds until a running pipeline has taken as long as the median of earlier ones. Undefined if it hasn't
 * started or already takes longer, and if too few earlier pipelines are known.
 */
export function remainingTime(
  startedAt: string | null | undefined,
  earlier: readonly PipelineDuration[],
  now: number,
): number | undefined {
  const start = Date.parse(startedAt ?? '');
  const usual = usualDuration(earlier);
  if (usual === undefined || Number.isNaN(start)) return undefined;
  const remaining = usual.duration - (now - start) / 1000;
  return remaining > 0 ? remaining : undefined;
}
