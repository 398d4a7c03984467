import { isRecord } from '../base/record';
import type { JobKey } from './keys';

/** A line of the log of a job, counted from 0; no line: wherever the log opens. */
export interface LogPlaceKey {
  readonly key: JobKey;
  readonly name: string;
  readonly line: number | undefined;
}

/** Reads the argument of a link, which anybody may have made; undefined for anything but a place in a log. */
export function readLogPlace(argument: unknown): LogPlaceKey | undefined {
  if (!isRecord(argument)) return undefined;
  const { base, project, job, name, line } = argument;
  if (typeof base !== 'string' || typeof name !== 'string' || typeof job !== 'number') return undefined;
  if (typeof project !== 'number' && typeof project !== 'string') return undefined;
  const counts = typeof line === 'number' && Number.isInteger(line) && line >= 0;
  return { key: { base, project, job }, name, line: counts ? line : undefined };
}
