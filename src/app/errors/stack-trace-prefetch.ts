import type { CallOptions } from '../../api/client';
import { background, ignoreError } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { ErrorPlace, TrackedErrorKey } from '../shared/error-keys';
import type { LatestTraces } from './latest-stack-traces';
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

/** Maximum number of stack traces to read in advance, of the errors seen most recently. */
const MAX_TRACES = 20;

/** Reads missing stack traces of a project's latest errors, one after the other. */
export async function readLatestStackTraces(
  place: ErrorPlace,
  errors: Pick<TrackedErrors, 'peekList'>,
  traces: Pick<LatestTraces, 'get' | 'peek'>,
  options: CallOptions,
): Promise<void> {
  const latest = [...(errors.peekList(place)?.items ?? [])]
    .sort((one, other) => (other.lastSeen ?? '').localeCompare(one.lastSeen ?? ''))
    .slice(0, MAX_TRACES);
  for (const { sentryId } of latest) {
    const { base, project, path } = place;
    const key: TrackedErrorKey = { base, project, path, error: sentryId };
    if (options.signal?.aborted === true) return;
    if (traces.peek(key) !== undefined) continue;
    try {
      await traces.get(key, options);
    } catch (error) {
      ignoreError(error);
      return; // Stops after a failure to reduce load on the server. The next list starts another attempt.
    }
  }
}
