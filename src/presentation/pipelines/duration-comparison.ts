import { t } from '../../base/localize';
import { compareDuration, type PipelineDuration, usualDuration } from '../../domain/pipelines/usual-duration';
import type { PipelineFacts } from '../../schemas/pipeline';
import { refName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { duration } from '../shared/time-labels';

const seconds = (count: number): string => duration(Math.abs(count)) ?? '';

/**
 * Compares a pipeline with the medians of earlier passed pipelines of its branch and kind. Returns undefined while it is running,
 * if it hasn't passed, because it may have ended early, and if too few earlier pipelines are known.
 */
export function durationComparison(
  { status, duration: ran, queued_duration: queued, ref }: PipelineFacts,
  earlier: readonly PipelineDuration[],
): string | undefined {
  const usual = usualDuration(earlier);
  if (usual === undefined || typeof ran !== 'number' || status !== 'success') return undefined;
  const found = compareDuration({ duration: ran, queued: queued ?? undefined }, usual);
  const of = t(
    'the median of the last {0} similar passed pipelines of {1} ({2})',
    usual.count,
    refName(ref),
    seconds(usual.duration),
  );
  return parts(
    found.duration === 0
      ? t('about as long as {0}', of)
      : found.duration > 0
        ? t('{0} longer than {1}', seconds(found.duration), of)
        : t('{0} shorter than {1}', seconds(found.duration), of),
    found.queued > 0 ? t('queued for {0} longer than usual', seconds(found.queued)) : undefined,
  );
}
