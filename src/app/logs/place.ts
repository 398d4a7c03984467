import type { JobKey } from '../shared/keys';

/** A line of the log of a job, counted from 0; no line: wherever the log opens. */
export interface LogPlaceKey {
  readonly key: JobKey;
  readonly name: string;
  readonly line: number | undefined;
}
