import { ApiError, type ApiErrorFacts } from '../errors';
import type { WireRequest } from '../transport';

/** An error of a request that wasn't sent, or whose response is no longer needed. */
export function wireError(request: WireRequest, facts: Omit<ApiErrorFacts, 'endpoint' | 'host'>): ApiError {
  return new ApiError({ ...facts, endpoint: request.label, host: new URL(request.url).host });
}
