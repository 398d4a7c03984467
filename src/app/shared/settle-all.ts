import { isCanceled } from '../../api/errors';

export interface Settled<T> {
  /** In the order of the promises, without rejected ones. */
  readonly values: readonly T[];
  readonly failures: readonly Error[];
  /** The error to report. */
  readonly failure: Error | undefined;
}

/** Waits for all promises, so that results aren't lost if some promises are rejected. */
export async function settleAll<T>(promises: Iterable<T | PromiseLike<T>>): Promise<Settled<T>> {
  const outcomes = await Promise.allSettled(promises);
  const values = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [errorOf(outcome.reason)] : [],
  );
  return { values, failures, failure: reportable(failures) };
}

/** The first error that isn't a cancellation; otherwise the first error. */
export const reportable = (failures: readonly Error[]): Error | undefined =>
  failures.find((error) => !isCanceled(error)) ?? failures[0];

const errorOf = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
