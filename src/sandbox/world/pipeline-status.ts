import type { JobStatus } from '../../schemas/job';
import type { Job } from './model';

/**
 * A job's status, adjusted for `allow_failure`: `warning` and `ignored` don't affect the pipeline's status.
 */
type Mark = JobStatus | 'warning' | 'ignored';

function markOf(job: Job): Mark {
  if (job.spec.allowFailure !== true) return job.status;
  if (job.status === 'failed' || job.status === 'canceled') return 'warning';
  return job.status === 'manual' ? 'ignored' : job.status;
}

const PASSED = ['success', 'skipped', 'warning', 'ignored'] as const satisfies readonly Mark[];

/** The first matching row determines the status: all marks are in `only`, or at least one is in `any`. */
const ROWS: readonly (
  | { readonly only: readonly Mark[]; readonly status: JobStatus }
  | { readonly any: readonly Mark[]; readonly status: JobStatus }
)[] = [
  { only: ['skipped'], status: 'skipped' },
  { only: PASSED, status: 'success' },
  { only: ['created', ...PASSED.slice(2)], status: 'created' },
  { only: ['canceled', ...PASSED], status: 'canceled' },
  { only: ['pending', 'created', 'skipped', 'warning', 'ignored'], status: 'pending' },
  { any: ['running', 'pending', 'preparing'], status: 'running' },
  { any: ['waiting_for_resource'], status: 'waiting_for_resource' },
  { any: ['manual'], status: 'manual' },
  { any: ['canceling'], status: 'canceling' },
  { any: ['scheduled'], status: 'scheduled' },
  { any: ['created'], status: 'running' },
];

/**
 * Returns the status of a pipeline, computed from its current jobs like on the real service. Retried attempts
 * are ignored.
 */
export function pipelineStatus(jobs: readonly Job[]): JobStatus {
  const marks = jobs.filter((job) => !job.retried).map(markOf);
  const row = ROWS.find((each) =>
    'only' in each
      ? marks.every((mark) => each.only.includes(mark))
      : marks.some((mark) => each.any.includes(mark)),
  );
  return row?.status ?? 'failed';
}
