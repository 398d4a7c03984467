/** A job of a check. `after`: the name of a check whose jobs must have ended before. */
export interface Job {
  readonly check: string;
  readonly after?: string | undefined;
  readonly run: () => Promise<void>;
}

/** Runs jobs in their order, at most `lanes` at the same time. */
export function runQueue(jobs: readonly Job[], lanes: number): Promise<void>;
