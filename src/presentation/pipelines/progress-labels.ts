import { t } from '../../base/localize';
import type { PipelineProgress } from '../../domain/pipelines/progress';
import { parts } from '../shared/row';
import { duration } from '../shared/time-labels';

/** Progress of a running pipeline. `remaining`: an estimate in seconds. */
export interface ShownProgress {
  readonly jobs: PipelineProgress | undefined;
  readonly remaining: number | undefined;
}

/** `7/13`. */
export const jobCount = ({ finished, total }: PipelineProgress): string => `${finished}/${total}`;

/** `7 of 13 jobs finished`. */
export const finishedJobs = ({ finished, total }: PipelineProgress): string =>
  t('{0} of {1, plural, one {# job} other {# jobs}} finished', finished, total);

/** `7/13 · about 2m left`; empty if nothing is known. */
export const progressLabel = ({ jobs, remaining }: ShownProgress): string =>
  parts(jobs && jobCount(jobs), remainingLabel(remaining));

/** `7 of 13 jobs finished · about 2m left`, for tooltips and screen readers; empty if nothing is known. */
export const progressSentence = ({ jobs, remaining }: ShownProgress): string =>
  parts(jobs && finishedJobs(jobs), remainingLabel(remaining));

/** The estimate is rounded, so that it doesn't change every second. */
const remainingLabel = (remaining: number | undefined): string | undefined =>
  remaining === undefined ? undefined : t('about {0} left', duration(rounded(remaining)) ?? '');

const MINUTE = 60;
const TEN_SECONDS = 10;

function rounded(seconds: number): number {
  const step = seconds >= MINUTE ? MINUTE : TEN_SECONDS;
  return Math.max(TEN_SECONDS, Math.round(seconds / step) * step);
}
