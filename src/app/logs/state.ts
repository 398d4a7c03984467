import { isEnded } from '../../domain/jobs/status';
import type { Job } from '../../schemas/job';

/** A log that was read from the local disk. */
export interface CachedLogState {
  /** When it was read from the server, in Unix milliseconds. */
  readonly at: number;
  /**
   * Why it couldn't be checked whether the log still exists on the server; undefined if it could, or wasn't
   * checked yet.
   */
  readonly unchecked?: unknown;
}

/** The lines of a log, or why there are none. `problem` is why the latest lines may be missing. */
export type LogState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'lines';
      readonly job: Job;
      /** True if the job isn't finished, so more lines are expected. */
      readonly following: boolean;
      /** False while the current lines are being read. */
      readonly complete: boolean;
      readonly kept?: CachedLogState;
      readonly problem?: unknown;
    }
  | { readonly kind: 'no-log'; readonly job: Job; readonly following: boolean; readonly problem?: unknown }
  | { readonly kind: 'erased'; readonly job: Job }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A new state. `keep` is the first line that may have changed; undefined if none has. */
export interface LogUpdate {
  readonly state: LogState;
  readonly keep: number | undefined;
}

/** True if more lines of an unfinished job are expected. */
export function isFollowing(
  state: LogState,
): state is Extract<LogState, { following: boolean }> & { readonly following: true } {
  return (state.kind === 'lines' || state.kind === 'no-log') && state.following;
}

/**
 * True if reading continues when the log becomes visible, because it is incomplete or the job is unfinished.
 */
export function isUnfinished(state: LogState): boolean {
  if (state.kind === 'lines') return state.following || !state.complete;
  return state.kind === 'loading' || (state.kind === 'no-log' && state.following);
}

const isSet = (time: string | null | undefined): boolean => time !== null && time !== undefined;
/** True if a log that is read after this is complete. */
export const hasFinalLog = (job: Job): boolean => isEnded(job.status) || isSet(job.finished_at);
