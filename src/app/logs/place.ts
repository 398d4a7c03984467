import type { JobKey } from '../shared/keys';

/** A line of a job log, from 0. Without a line, the log opens at its default line. */
export interface LogPlaceKey {
  readonly key: JobKey;
  readonly name: string;
  readonly line: number | undefined;
}
