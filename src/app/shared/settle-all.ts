import { isCancelled } from '../../api/errors';

export interface Settled<T> {
  /** In the order of the promises, without those that were rejected. */
  readonly values: readonly T[];
  readonly failures: readonly Error[];
  /** The one to report. */
  readonly failure: Error | undefined;
}

/** Waits for all promises, so that what some of them return isn't lost if others fail. */
export async function settleAll<T>(promises: Iterable<T | PromiseLike<T>>): Promise<Settled<T>> {
  const outcomes = await Promise.allSettled(promises);
  const values = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [errorOf(outcome.reason)] : [],
  );
  return { values, failures, failure: reportable(failures) };
}

/** The first failure; if possible, the first one that isn't a cancellation. */
export const reportable = (failures: readonly Error[]): Error | undefined =>
  failures.find((error) => !isCancelled(error)) ?? failures[0];

const errorOf = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
