import type { CallOptions } from '../../api/client';
import { ignoreError } from '../../base/background';
import type { ErrorPlace, TrackedErrorKey } from '../shared/error-keys';
import type { LatestTraces } from './latest-stack-traces';
import type { TrackedErrors } from './tracked-errors';

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
