import { hasLog } from '../../domain/jobs/log-availability';
import { allowedActions } from '../../domain/jobs/rules';
import type { AccessLevel } from '../../domain/projects/access-level';
import type { Job } from '../../schemas/job';

/** Properties of the log in the active editor, for conditions of menus. */
export interface LogOffers {
  /** `waiting`: the job hasn't produced output yet. */
  readonly is: 'none' | 'waiting' | 'growing' | 'complete';
  /** Allowed actions on the job, separated by spaces. */
  readonly actions: string;
  /** The job failed. */
  readonly failed: boolean;
  readonly lines: boolean;
  /** A part of the log is omitted. */
  readonly left: boolean;
  /** The job was retried. */
  readonly retried: boolean;
  /** A previous attempt has a log, or it isn't known whether there is one. */
  readonly earlier: boolean;
}

/** State of a log in an editor. */
interface ShownLog {
  readonly kind: 'loading' | 'lines' | 'no-log' | 'erased' | 'failed';
  readonly following?: boolean;
  readonly job?: Job;
  readonly lines: boolean;
  readonly left: boolean;
  readonly retried: boolean;
  /** Access level of the user in the project. */
  readonly access?: AccessLevel;
}

export const NO_LOG: LogOffers = {
  is: 'none',
  actions: '',
  failed: false,
  lines: false,
  left: false,
  retried: false,
  earlier: false,
};

/** `attempts`: the known jobs of the pipeline, including retried ones; empty if the pipeline isn't known. */
export function logOffers(shown: ShownLog, attempts: readonly Job[]): LogOffers {
  const { kind, following = false, job, lines, left, retried, access } = shown;
  // The pipeline's data is never older than the job that the log was loaded with.
  const now = attempts.find(({ id }) => id === job?.id) ?? job;
  // A retried job can't be retried again.
  const actions =
    now === undefined
      ? []
      : allowedActions(now, 'job', access).filter((action) => action !== 'retry' || !retried);
  return {
    is: kind === 'loading' ? 'none' : !following ? 'complete' : kind === 'lines' ? 'growing' : 'waiting',
    actions: actions.join(' '),
    failed: now?.status === 'failed',
    lines,
    left,
    retried,
    earlier: now !== undefined && hasEarlier(now, attempts),
  };
}

function hasEarlier({ id, name }: Job, attempts: readonly Job[]): boolean {
  if (!attempts.some((other) => other.id === id)) return true;
  return attempts.some((other) => other.name === name && other.id < id && hasLog(other));
}
