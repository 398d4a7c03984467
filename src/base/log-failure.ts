import type { Log } from './log';

/** For work that nobody waits for, such as keeping a fact for the next session: its failure is logged, and no more. */
export function logFailure(log: Log, what: string, work: PromiseLike<unknown>): void {
  work.then(undefined, (error: unknown) => {
    log.error(`${what}: ${stackOf(error)}`);
  });
}

/** An error as it is logged. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** For writes that nobody waits for, to a store that logs its own failures. */
export function unheeded(work: PromiseLike<unknown>): void {
  work.then(undefined, () => undefined);
}
