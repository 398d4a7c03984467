import { jsonSteps } from '../base/json-steps';
import { finishInSlices } from '../base/slices';
import type { Fail } from './prepare';
import { decode, type ReadBytes, readBytes } from './read-body';
import type { WireResponse } from './transport';

/** Maximum size of a JSON response in bytes: 100 jobs take about 0.3 MB. */
export const MAX_JSON_BYTES = 32 * 1024 * 1024;

/** Maximum size of a body that is parsed at once. */
const MAX_BYTES_AT_ONCE = 1024 * 1024;

/** The JSON value of a successful response. */
export async function readJson(response: WireResponse, fail: Fail): Promise<unknown> {
  return await jsonOf(await readBytes(response, MAX_JSON_BYTES), response, fail);
}

/**
 * Parses the JSON of a body, in slices if it is large, because parsing blocks all extensions.
 * @throws ApiError of kind `not-json` (detail: the media type) for a sign-in page, an empty body, or anything
 * else that isn't JSON; of kind `schema` for a body over the limit.
 */
export async function jsonOf(
  { bytes, cut }: ReadBytes,
  response: WireResponse,
  fail: Fail,
): Promise<unknown> {
  const { status } = response;
  if (cut) throw fail({ kind: 'schema', status, detail: `$: expected at most ${MAX_JSON_BYTES} bytes` });
  try {
    if (bytes.length > MAX_BYTES_AT_ONCE) return await parsedInSlices(bytes);
    const value: unknown = JSON.parse(decode(bytes));
    return value;
  } catch {
    throw fail({ kind: 'not-json', status, detail: bytes.length === 0 ? 'empty body' : mediaType(response) });
  }
}

async function parsedInSlices(bytes: Uint8Array): Promise<unknown> {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  const parsed = await finishInSlices(jsonSteps(hasMark ? bytes.subarray(3) : bytes), () => true);
  return parsed?.value;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The media type without its parameters, for example `text/html`; undefined if it is missing or invalid. */
export function mediaType(response: Pick<WireResponse, 'header'>): string | undefined {
  return /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*(?:;|$)/
    .exec(response.header('content-type') ?? '')?.[1]
    ?.toLowerCase();
}
