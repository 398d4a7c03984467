import { median } from '../jobs/history';

/** Durations of a pipeline in seconds. `queued`: undefined if unknown. */
export interface PipelineDuration {
  readonly duration: number;
  readonly queued: number | undefined;
}

/** Medians in seconds of `count` pipelines. */
export interface UsualDuration extends PipelineDuration {
  readonly count: number;
}

/** A pipeline compared with the usual duration: differences in seconds, positive if it took longer. */
export interface DurationDifference {
  readonly usual: UsualDuration;
  /** 0 if the difference is small. */
  readonly duration: number;
  /** 0 if the difference is small or unknown. */
  readonly queued: number;
}

/** With fewer pipelines, a median isn't meaningful. */
const MIN_COUNT = 3;
/** Smaller differences than this part of the median, or than these seconds, are usual. */
const SMALL_PART = 0.1;
const SMALL_SECONDS = 5;

/** Returns the medians; undefined if there are too few pipelines. */
export function usualDuration(durations: readonly PipelineDuration[]): UsualDuration | undefined {
  if (durations.length < MIN_COUNT) return undefined;
  const queued = durations.flatMap((each) => each.queued ?? []);
  return {
    count: durations.length,
    duration: median(durations.map(({ duration }) => duration)),
    queued: queued.length < MIN_COUNT ? undefined : median(queued),
  };
}

/** Compares a pipeline with the usual duration. */
export function compareDuration(
  { duration, queued }: PipelineDuration,
  usual: UsualDuration,
): DurationDifference {
  return {
    usual,
    duration: difference(duration, usual.duration),
    queued: queued === undefined || usual.queued === undefined ? 0 : difference(queued, usual.queued),
  };
}

function difference(value: number, usual: number): number {
  const found = Math.round(value - usual);
  return Math.abs(found) < Math.max(SMALL_SECONDS, usual * SMALL_PART) ? 0 : found;
}
