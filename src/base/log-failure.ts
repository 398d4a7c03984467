import type { Log } from './log';

/** Logs the failure of work that no caller awaits, such as storing state for the next session. */
export function logFailure(log: Log, what: string, work: PromiseLike<unknown>): void {
  work.then(undefined, (error: unknown) => {
    log.error(`${what}: ${stackOf(error)}`);
  });
}

/** Returns the stack of an error as it is logged, or its message if there is no stack. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
