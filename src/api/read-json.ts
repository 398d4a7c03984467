import { JsonListSplitter } from '../base/json-list-splitter';
import { isSpace, jsonSteps } from '../base/json-steps';
import { finishInSlices } from '../base/slices';
import type { ApiError } from './errors';
import type { Fail } from './prepare';
import { decode, type ReadBytes, readBytes } from './read-body';
import type { WireResponse } from './transport';

/** Maximum size of a JSON response in bytes: 100 jobs take about 0.3 MB. */
export const MAX_JSON_BYTES = 32 * 1024 * 1024;

/**
 * Maximum size of a page of a list in bytes, which is parsed while it arrives. A page can contain 100 comments of up to 1 MB.
 */
const MAX_LIST_BYTES = 128 * 1024 * 1024;

/** Maximum size of a body that is parsed at once. */
const MAX_BYTES_AT_ONCE = 1024 * 1024;

/** The JSON value of a successful response. */
export async function readJson(response: WireResponse, fail: Fail): Promise<unknown> {
  return await jsonOf(await readBytes(response, MAX_JSON_BYTES), response, fail);
}

/**
 * The elements of a list. A large list is parsed while it arrives, so that only the bytes of incomplete elements are kept.
 * @throws ApiError as `jsonOf`; of kind `schema` also for another value, and of kind `aborted` if the signal aborts while
 * elements are parsed.
 */
export async function readJsonList(
  response: WireResponse,
  fail: Fail,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const { status } = response;
  let chunks: Uint8Array[] = [];
  let length = 0;
  let splitter: JsonListSplitter | undefined;
  let isOther = false;
  try {
    for await (const chunk of response.body) {
      length += chunk.length;
      chunks.push(chunk);
      if (isOther || length <= MAX_BYTES_AT_ONCE) {
        if (length > MAX_JSON_BYTES) throw tooLarge(MAX_JSON_BYTES, status, fail);
        continue;
      }
      if (length > MAX_LIST_BYTES) throw tooLarge(MAX_LIST_BYTES, status, fail);
      const bytes = splitter === undefined ? withoutMark(Buffer.concat(chunks)) : chunk;
      isOther = splitter === undefined && bytes.find((byte) => !isSpace(byte)) !== LIST;
      if (isOther) continue;
      splitter ??= new JsonListSplitter();
      chunks = [];
      const pushed = await finishInSlices(splitter.push(bytes), () => signal?.aborted !== true);
      if (pushed === undefined) throw fail({ kind: 'aborted', status });
    }
    if (splitter !== undefined) return splitter.end();
  } catch (error) {
    if (error instanceof SyntaxError) throw fail({ kind: 'not-json', status, detail: mediaType(response) });
    throw error;
  }
  const json: unknown = await jsonOf({ bytes: Buffer.concat(chunks), cut: false }, response, fail);
  if (!Array.isArray(json)) throw fail({ kind: 'schema', status, detail: '$: expected array' });
  const list: readonly unknown[] = json;
  return list;
}

/** The first byte of a list. */
const LIST = 0x5b;

const tooLarge = (maxBytes: number, status: number, fail: Fail): ApiError =>
  fail({ kind: 'schema', status, detail: `$: expected at most ${maxBytes} bytes` });

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
  if (cut) throw tooLarge(MAX_JSON_BYTES, status, fail);
  try {
    if (bytes.length > MAX_BYTES_AT_ONCE) return await parsedInSlices(bytes);
    const value: unknown = JSON.parse(decode(bytes));
    return value;
  } catch {
    throw fail({ kind: 'not-json', status, detail: bytes.length === 0 ? 'empty body' : mediaType(response) });
  }
}

async function parsedInSlices(bytes: Uint8Array): Promise<unknown> {
  const parsed = await finishInSlices(jsonSteps(withoutMark(bytes)), () => true);
  return parsed?.value;
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The media type without its parameters, for example `text/html`; undefined if it is missing or invalid. */
export function mediaType(response: Pick<WireResponse, 'header'>): string | undefined {
  return /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*(?:;|$)/
    .exec(response.header('content-type') ?? '')?.[1]
    ?.toLowerCase();
}
