import { isRecord } from '../base/record';
import type { Endpoint, ResponseSpec } from './endpoint';
import type { Fail } from './prepare';
import { discard, readBytes } from './read-body';
import { jsonOf, MAX_JSON_BYTES, mediaType } from './read-json';
import { serverMessage } from './server-message';
import { isSuccess, kindOfStatus } from './status-kinds';
import type { WireResponse } from './transport';
import { validate } from './validate';

export type CallEndpoint = Endpoint & {
  readonly response: Extract<ResponseSpec, { kind: 'one' | 'optional' | 'none' }>;
};

/**
 * Successful statuses without a body: accepted, deleted, and not modified on a write
 * (server-behavior.md#already-done).
 */
const BODILESS: ReadonlySet<number> = new Set([202, 204, 304]);

/** Statuses outside 2xx that an endpoint lists as success (server-behavior.md#already-done). */
export function otherSuccesses(endpoint: Endpoint): readonly number[] {
  return endpoint.success.filter((status) => !isSuccess(status));
}

/**
 * Returns the resource of a successful response, or undefined if the endpoint allows an empty one.
 * @throws ApiError of kind `schema` or `not-json`, or of the failure in the response. An HTML page is never a
 * response of the API, so it isn't the success of a deletion either.
 */
export async function readOne(endpoint: CallEndpoint, response: WireResponse, fail: Fail): Promise<unknown> {
  const { status } = response;
  const spec = endpoint.response;
  if (spec.kind === 'none') {
    const type = mediaType(response);
    if (type === 'text/html' && !BODILESS.has(status)) throw fail({ kind: 'not-json', status, detail: type });
    await discard(response);
    return undefined;
  }
  const body = await readBytes(response, MAX_JSON_BYTES);
  if (spec.kind === 'optional' && body.bytes.length === 0 && BODILESS.has(status)) return undefined;
  const json = await jsonOf(body, response, fail);
  refuseFailure(json, fail);
  const result = validate(spec.schema, json);
  if (result.ok) return result.value;
  throw fail({ kind: 'schema', status, detail: result.problem });
}

/**
 * Some operations of the real server respond with 201 and `{"status": "error", "http_status": 406, "message":
 * …}` if they failed (for example canceling auto-merge). This is the error that it names, not data.
 */
function refuseFailure(json: unknown, fail: Fail): void {
  if (!isRecord(json) || json['status'] !== 'error') return;
  const status = json['http_status'];
  if (typeof status !== 'number' || status < 400 || status > 599) return;
  throw fail({
    kind: kindOfStatus(status),
    status,
    serverMessage: serverMessage(JSON.stringify(json), undefined),
  });
}
