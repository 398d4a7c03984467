import type { CallOptions } from '../../api/client';
import type { ErrorPlace, TrackedErrorKey } from '../shared/error-keys';
import type { LatestTraces } from './latest-stack-traces';
import type { TrackedErrors } from './tracked-errors';

/** Traces of so many of the errors that were seen last are read without being asked for, one after the other. */
const MAX_TRACES = 20;

/** Reads the stack traces of a project's newest errors that are not known yet; what cannot be read is left out. */
export async function readNewestTraces(
  place: ErrorPlace,
  errors: Pick<TrackedErrors, 'peekList'>,
  traces: Pick<LatestTraces, 'get' | 'peek'>,
  options: CallOptions,
): Promise<void> {
  const newest = [...(errors.peekList(place)?.items ?? [])]
    .sort((one, other) => (other.lastSeen ?? '').localeCompare(one.lastSeen ?? ''))
    .slice(0, MAX_TRACES);
  for (const { sentryId } of newest) {
    const { base, project, path } = place;
    const key: TrackedErrorKey = { base, project, path, error: sentryId };
    if (options.signal?.aborted === true) return;
    if (traces.peek(key) !== undefined) continue;
    try {
      await traces.get(key, options);
    } catch {
      return; // A server that is in trouble is not asked further; the next list tries again.
    }
  }
}
