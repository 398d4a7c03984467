import { isEnded } from '../../domain/jobs/status';
import type { Job } from '../../schemas/job';

/** A log that came from this computer instead of the server. */
export interface KeptFact {
  /** When it was read from the server, in Unix milliseconds. */
  readonly at: number;
  /** Why the server could not be asked whether it still has it; undefined where it could, or was not asked yet. */
  readonly unchecked?: unknown;
}

/** What is there to read: lines, or the reason why there are none. `problem` is why the newest may be missing. */
export type LogState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'lines';
      readonly job: Job;
      /** The job is not over: more lines may come. */
      readonly following: boolean;
      /** False while what there is now is still on its way. */
      readonly complete: boolean;
      readonly kept?: KeptFact;
      readonly problem?: unknown;
    }
  | { readonly kind: 'no-log'; readonly job: Job; readonly following: boolean; readonly problem?: unknown }
  | { readonly kind: 'erased'; readonly job: Job }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A new state. `keep`: all lines from this one on may be others than before; undefined where none is. */
export interface LogUpdate {
  readonly state: LogState;
  readonly keep: number | undefined;
}

/** True where more is expected of a job that is not over. */
export function isFollowing(
  state: LogState,
): state is Extract<LogState, { following: boolean }> & { readonly following: true } {
  return (state.kind === 'lines' || state.kind === 'no-log') && state.following;
}

/** True where reading goes on as soon as somebody looks: the beginning, the rest, or what the job will write. */
export function isUnfinished(state: LogState): boolean {
  if (state.kind === 'lines') return state.following || !state.complete;
  return state.kind === 'loading' || (state.kind === 'no-log' && state.following);
}

const isSet = (time: string | null | undefined): boolean => time !== null && time !== undefined;
/** A log that is read after this is complete. */
export const isOver = (job: Job): boolean => isEnded(job.status) || isSet(job.finished_at);
