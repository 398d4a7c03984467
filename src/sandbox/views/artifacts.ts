import { archiveSize, keepsArchive, keepsReports, RETENTION_MS } from '../world/artifacts/archive';
import { logOf } from '../world/logs/log-of';
import type { Job } from '../world/model';
import { isoTime } from './time';

type Artifact = { file_type: string; size: number; filename: string; file_format: string };

/** Caches the sizes of logs, because generating a log is slow. Complete logs don't change. */
const logSizes = new WeakMap<Job, number>();

function logSizeOf(job: Job, now: number): number {
  const known = logSizes.get(job) ?? Buffer.byteLength(logOf(job, now) ?? '');
  logSizes.set(job, known);
  return known;
}

/**
 * Returns the artifacts of a finished job (server-behavior.md#artifact-files): its log, and the artifacts of
 * its recipe until they expire. Erased jobs have no artifacts.
 */
export function artifactsView(
  job: Job,
  now: number,
): {
  artifacts: Artifact[];
  artifacts_file?: { filename: string; size: number };
  artifacts_expire_at: string | null;
} {
  const over = job.startedAt !== undefined && job.finishedAt !== undefined && job.erasedAt === undefined;
  if (!over) return { artifacts: [], artifacts_expire_at: null };
  const { archive, junit } = job.spec;
  const expires = (job.finishedAt ?? 0) + RETENTION_MS;
  const kept = keepsArchive(job, now);
  const size = kept ? archiveSize(job) : 0;
  const report = keepsReports(job, now);
  const everKept = (archive === true && job.status === 'success') || junit === true;
  return {
    artifacts: [
      ...(kept
        ? [
            { file_type: 'archive', size, filename: 'artifacts.zip', file_format: 'zip' },
            { file_type: 'metadata', size: 280, filename: 'metadata.gz', file_format: 'gzip' },
          ]
        : []),
      { file_type: 'trace', size: logSizeOf(job, now), filename: 'job.log', file_format: 'raw' },
      ...(report ? [{ file_type: 'junit', size: 1_750, filename: 'junit.xml.gz', file_format: 'gzip' }] : []),
    ],
    ...(kept ? { artifacts_file: { filename: 'artifacts.zip', size } } : {}),
    artifacts_expire_at: everKept && job.artifactsKept !== true ? isoTime(expires) : null,
  };
}
