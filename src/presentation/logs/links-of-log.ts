import { hasLog } from '../../domain/jobs/log-availability';
import { allowedActions } from '../../domain/jobs/rules';
import type { AccessLevel } from '../../domain/projects/access-level';
import type { Job } from '../../schemas/job';

/** What can be done with the log that is the active editor; the menus ask for these words. */
export interface LogOffers {
  /** `waiting`: its job has written nothing yet. */
  readonly is: 'none' | 'waiting' | 'growing' | 'complete';
  /** What may be done to its job, with blanks between. */
  readonly actions: string;
  /** Its job failed. */
  readonly failed: boolean;
  readonly lines: boolean;
  /** A part of it is left out. */
  readonly left: boolean;
  /** Its job was retried since. */
  readonly retried: boolean;
  /** There is an attempt with a log before it, or nobody knows that there is none. */
  readonly earlier: boolean;
}

/** What is shown of a log. */
interface ShownLog {
  readonly kind: 'loading' | 'lines' | 'no-log' | 'erased' | 'failed';
  readonly following?: boolean;
  readonly job?: Job;
  readonly lines: boolean;
  readonly left: boolean;
  readonly retried: boolean;
  /** What the person may do in its project. */
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

/** `attempts` are the jobs that are known of the pipeline, all attempts; empty where it is not known. */
export function logOffers(shown: ShownLog, attempts: readonly Job[]): LogOffers {
  const { kind, following = false, job, lines, left, retried, access } = shown;
  // What is known of the pipeline is never older than what the log was read with.
  const now = attempts.find(({ id }) => id === job?.id) ?? job;
  // What was retried cannot be retried again.
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
