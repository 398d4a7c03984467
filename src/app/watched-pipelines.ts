import { isRecord } from '../base/record';
import { pipelineId, type PipelineKey } from './keys';

/** Why a pipeline is watched: a person asked for it, started it here, or pushed what it runs for. */
export const WATCH_REASONS = ['asked', 'started', 'mine'] as const;
export type WatchReason = (typeof WATCH_REASONS)[number];

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
  for (const each of Array.isArray(held) ? held : []) {
    if (!isRecord(each)) continue;
    const { base, project, pipeline } = each;
    const why = WATCH_REASONS.find((reason) => reason === each['why']);
    if (typeof base !== 'string' || !URL.canParse(base) || typeof pipeline !== 'number' || why === undefined)
      continue;
    if (typeof project !== 'number' && typeof project !== 'string') continue;
    const key = { base, project, pipeline };
    watched.set(pipelineId(key), { key, why, liveAt: now, askedAt: 0, moves: true, before: undefined });
  }
  return watched;
}
