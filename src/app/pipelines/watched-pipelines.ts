import { watchedPipelinesSchema, type WatchReason } from '../../schemas/stored/pipelines';
import { pipelineId, type PipelineKey } from '../shared/keys';

/** A pipeline whose end the user wants to be notified of. Times are local Unix milliseconds. */
export interface Watched {
  readonly key: PipelineKey;
  readonly why: WatchReason;
  /** When it was last seen live, or since when it is watched. */
  readonly liveAt: number;
  readonly requestedAt: number;
  /** True if its end is expected soon. */
  readonly moves: boolean;
  /** Its last change, if it was already finished when watching started. */
  readonly before: string | undefined;
}

/** Validates stored pipelines. Ignores invalid ones. */
export function readWatched(held: unknown, now: number): Map<string, Watched> {
  const watched = new Map<string, Watched>();
  for (const { why, ...key } of watchedPipelinesSchema.parse(held)) {
    watched.set(pipelineId(key), { key, why, liveAt: now, requestedAt: 0, moves: true, before: undefined });
  }
  return watched;
}
