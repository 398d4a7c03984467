import type { JobStatus } from '../../schemas/job';
import type { Job } from './model';

/** A job's status, or how it counts where it may fail: `warning` and `ignored` never decide anything. */
type Mark = JobStatus | 'warning' | 'ignored';

function markOf(job: Job): Mark {
  if (job.spec.allowFailure !== true) return job.status;
  if (job.status === 'failed' || job.status === 'canceled') return 'warning';
  return job.status === 'manual' ? 'ignored' : job.status;
}

const PASSED = ['success', 'skipped', 'warning', 'ignored'] as const satisfies readonly Mark[];

/** The first row whose condition holds names the status: `only` these marks, or `any` of these. */
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

/** The status of a pipeline from its current jobs, as the real service derives it; retried attempts do not count. */
export function pipelineStatus(jobs: readonly Job[]): JobStatus {
  const marks = jobs.filter((job) => !job.retried).map(markOf);
  const row = ROWS.find((each) =>
    'only' in each
      ? marks.every((mark) => each.only.includes(mark))
      : marks.some((mark) => each.any.includes(mark)),
  );
  return row?.status ?? 'failed';
}
