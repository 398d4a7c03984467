import { background } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { ErrorPlace } from '../shared/error-keys';
import type { LatestTraces } from './latest-stack-traces';
import { readLatestStackTraces } from './stack-trace-backfill';
import type { TrackedErrors } from './tracked-errors';

/**
 * Reads the stack traces of the latest errors in advance, one round at a time, because lines of code refer to
 * them.
 */
export class StackTracePrefetch implements Disposable {
  readonly #errors: Pick<TrackedErrors, 'peekList'>;
  readonly #traces: Pick<LatestTraces, 'get' | 'peek'>;
  readonly #isWanted: () => boolean;
  readonly #end = new AbortController();
  #round: Promise<unknown> | undefined;

  constructor(
    errors: Pick<TrackedErrors, 'peekList'>,
    traces: Pick<LatestTraces, 'get' | 'peek'>,
    isWanted: () => boolean,
  ) {
    this.#errors = errors;
    this.#traces = traces;
    this.#isWanted = isWanted;
  }

  /**
   * Does nothing while the view is hidden or an earlier round is running. The next list of errors starts
   * another round.
   */
  start(places: readonly ErrorPlace[]): void {
    if (this.#round !== undefined || !this.#isWanted()) return;
    const options = { signal: this.#end.signal, priority: 'background' } as const;
    this.#round = Promise.all(
      places.map((place) => readLatestStackTraces(place, this.#errors, this.#traces, options)),
    ).finally(() => {
      this.#round = undefined;
    });
    background(this.#round);
  }

  dispose(): void {
    this.#end.abort();
  }
}
