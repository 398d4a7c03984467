import { watchedPipelinesSchema, type WatchReason } from '../../schemas/stored-pipelines';
import { pipelineId, type PipelineKey } from '../shared/keys';

/** A pipeline whose end is waited for. Times are Unix milliseconds of this machine. */
export interface Watched {
  readonly key: PipelineKey;
  readonly why: WatchReason;
  /** When it was seen live last, or began to be watched. */
  readonly liveAt: number;
  readonly askedAt: number;
  /** Whether its end is expected soon. */
  readonly moves: boolean;
  /** When it had changed last, where it was over before it began to be watched. */
  readonly before: string | undefined;
}

/** Reads what was remembered; anything unexpected counts as not watched. */
export function readWatched(held: unknown, now: number): Map<string, Watched> {
  const watched = new Map<string, Watched>();
  for (const { why, ...key } of watchedPipelinesSchema.parse(held)) {
    watched.set(pipelineId(key), { key, why, liveAt: now, askedAt: 0, moves: true, before: undefined });
  }
  return watched;
}
