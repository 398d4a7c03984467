import { t } from '../../base/localize';
import type { Job } from '../../schemas/job';
import { type Detail, parts } from '../shared/row';
import { fromNow, moment, size } from '../shared/time-labels';

/** Milliseconds before artifacts are gone from which on the row says so. */
const SOON_MS = 24 * 3_600_000;

/** An archive that is still there and will not be tomorrow; undefined for all others. */
export function expirySoon(job: Job, now: number): string | undefined {
  const left = timeLeft(job, now);
  // Reports are read by the server when they come; what somebody may still want to fetch is the archive.
  const isWanted = own(job).some(({ file_type: type }) => type === 'archive');
  if (left === undefined || left <= 0 || left > SOON_MS || !isWanted) return undefined;
  return t('artifacts expire {0}', fromNow(job.artifacts_expire_at, now) ?? '');
}

/** Type, size and end of what a job left behind. */
export function artifactFacts(job: Job, now: number): Detail[] {
  const kept = own(job).map(({ file_type: type, filename, size: bytes }) => ({
    name: t('Artifact'),
    value: parts(
      type.replaceAll('_', ' '),
      filename ?? undefined,
      bytes === null || bytes === undefined ? undefined : size(bytes),
    ),
  }));
  const left = timeLeft(job, now);
  if (left === undefined || kept.length === 0) return kept;
  const when = parts(fromNow(job.artifacts_expire_at, now), moment(job.artifacts_expire_at));
  return [...kept, { name: left > 0 ? t('Artifacts expire') : t('Artifacts expired'), value: when }];
}

/** The log is among the artifacts, but has a row of its own: the editor. */
function own(job: Job) {
  return (job.artifacts ?? []).filter(({ file_type: type }) => type !== 'trace');
}

function timeLeft({ artifacts_expire_at: at }: Job, now: number): number | undefined {
  if (at === null || at === undefined) return undefined;
  const left = Date.parse(at) - now;
  return Number.isNaN(left) ? undefined : left;
}
