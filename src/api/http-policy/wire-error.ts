import { ApiError, type ApiErrorFacts } from '../errors';
import type { WireRequest } from '../transport';

/** An error of a request that was not sent, or whose answer nobody waits for any more. */
export function wireError(request: WireRequest, facts: Omit<ApiErrorFacts, 'endpoint' | 'host'>): ApiError {
  return new ApiError({ ...facts, endpoint: request.label, host: new URL(request.url).host });
}
