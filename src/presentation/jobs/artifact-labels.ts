import { t } from '../../base/localize';
import type { Job } from '../../schemas/job';
import { type Detail, detailsOf, parts } from '../shared/row';
import { sizeLabel } from '../shared/size-labels';
import { fromNow, moment } from '../shared/time-labels';

/** How long before the expiration of artifacts a row shows it, in milliseconds. */
const SOON_MS = 24 * 3_600_000;

/** Returns a label if the job has an archive that expires within a day; undefined otherwise. */
export function expirySoon(job: Job, now: number): string | undefined {
  const left = timeLeft(job, now);
  // Only archives matter here: the server reads reports when they are uploaded.
  const isWanted = own(job).some(({ file_type: type }) => type === 'archive');
  if (left === undefined || left <= 0 || left > SOON_MS || !isWanted) return undefined;
  return t('artifacts expire {0}', fromNow(job.artifacts_expire_at, now, 'short') ?? '');
}

/** Returns the type and size of the artifacts of a job in one line, and their expiration. */
export function artifactFacts(job: Job, now: number): Detail[] {
  const kept = own(job);
  const left = timeLeft(job, now);
  return detailsOf(
    [t('Artifacts'), kept.map((each) => artifactText(each, kept.length)).join(', ')],
    [
      (left ?? 0) > 0 ? t('Artifacts expire') : t('Artifacts expired'),
      left === undefined || kept.length === 0
        ? undefined
        : parts(fromNow(job.artifacts_expire_at, now), moment(job.artifacts_expire_at)),
    ],
  );
}

/** Returns the type, file, and size of each report of a job. Omits the archive, its list of files, and the log. */
export const reportsText = (job: Job): string =>
  own(job)
    .filter(({ file_type: type }) => type !== 'archive' && type !== 'metadata')
    .map((each) => artifactText(each, 1))
    .join(', ');

/** `archive · artifacts.zip · 1.4 MB`; without the file name if there are several. */
const artifactText = (
  { file_type: type, filename, size: bytes }: NonNullable<Job['artifacts']>[number],
  count: number,
): string =>
  parts(
    type.replaceAll('_', ' '),
    count > 1 ? undefined : (filename ?? undefined),
    bytes === null || bytes === undefined ? undefined : sizeLabel(bytes),
  );

/** Returns the artifacts without the log, which is shown in an editor instead. */
function own(job: Job) {
  return (job.artifacts ?? []).filter(({ file_type: type }) => type !== 'trace');
}

function timeLeft({ artifacts_expire_at: at }: Job, now: number): number | undefined {
  if (at === null || at === undefined) return undefined;
  const left = Date.parse(at) - now;
  return Number.isNaN(left) ? undefined : left;
}
