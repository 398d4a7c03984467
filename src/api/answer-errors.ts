import type { SecretMask } from '../base/log';
import { ApiError } from './errors';
import { retryAfter } from './http-policy/retry-after';
import type { Fail } from './prepare';
import { decode, readBytes } from './read-body';
import { serverMessage } from './server-message';
import { kindOfStatus } from './status-kinds';
import type { WireResponse } from './transport';

/** Maximum number of bytes that are read of an error body, which is only needed for its message. */
const MAX_ERROR_BODY = 65_536;

/** Returns the error for a response outside 2xx. */
export async function errorOfResponse(response: WireResponse, now: number, fail: Fail): Promise<ApiError> {
  const { status } = response;
  return fail({
    kind: kindOfStatus(status),
    status,
    serverMessage: await readMessage(response),
    retryAfterMs: retryAfter(response, now),
  });
}

/**
 * If the body is interrupted, the response still has its status and only loses its message. A cancellation
 * stays a cancellation.
 */
async function readMessage(response: WireResponse): Promise<string | undefined> {
  try {
    const { bytes } = await readBytes(response, MAX_ERROR_BODY);
    return serverMessage(decode(bytes), response.header('content-type'));
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'aborted') throw error;
    return undefined;
  }
}

/**
 * The same error without the token, in case the server repeated it in its message or URLs. `unknown`: the
 * error ended a write whose outcome is unknown.
 */
export function withoutSecret(error: ApiError, mask: SecretMask, unknown = error.outcomeUnknown): ApiError {
  const clean = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : mask.text(text);
  return new ApiError({
    kind: error.kind,
    endpoint: error.endpoint,
    host: error.host,
    base: error.base,
    status: error.status,
    serverMessage: clean(error.serverMessage),
    retryAfterMs: error.retryAfterMs,
    location: clean(error.location),
    detail: clean(error.detail),
    sent: error.sent,
    outcomeUnknown: unknown,
  });
}
