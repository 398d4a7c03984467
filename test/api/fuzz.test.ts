import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client } from '../../src/api/client';
import { getJob, getJobTrace, listProjectJobs } from '../../src/api/endpoints/jobs';
import { cancelAutoMerge, subscribe } from '../../src/api/endpoints/merge-request-actions';
import {
  deleteMergeRequest,
  getMergeRequest,
  listProjectMergeRequests,
  updateMergeRequest,
} from '../../src/api/endpoints/merge-requests';
import { ApiError, ERROR_KINDS } from '../../src/api/errors';
import { fuzzRuns } from '../fuzz-runs';
import { job, mergeRequest } from './helpers/builders';
import { CANARY, clientOf, closeAll } from './helpers/client';
import { type Loopback, startServer } from './helpers/loopback';

const CASES = fuzzRuns(10_000, 2_000);
/** The limit for one case, in milliseconds. A longer case counts as hanging. */
const PATIENCE = 10_000;

/** Header values that Node.js can send. */
const headerValue = fc
  .oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.constantFrom('<', '>; rel="next"', '0', '-1', '1e99', 'bytes 5-7/8', 'gzip, br', ',', '""', ';'),
  )
  .map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const nextUrl = fc.oneof(
  fc.webUrl({ withQueryParameters: true }),
  fc.constantFrom('/api/v4/again', '?page=2', '?page=3', '//', 'http:', 'HOST/api/v4/p', 'HOST/x?page=9'),
  headerValue,
);
const linkValue = fc.oneof(
  headerValue,
  nextUrl.map((url) => `<${url}>; rel="next"`),
  fc.tuple(headerValue, nextUrl).map(([before, url]) => `<${before}>; rel=prev, <${url}>; rel=next`),
);
const headers = fc.record(
  {
    link: linkValue,
    location: fc.oneof(headerValue, fc.webUrl(), fc.constant('/api/v4/again')),
    'x-total': headerValue,
    'retry-after': fc.oneof(headerValue, fc.constantFrom('7', 'Thu, 05 Nov 2026 12:00:00 GMT')),
    'ratelimit-reset': headerValue,
    'ratelimit-remaining': fc.constantFrom('0', '5', 'x'),
    'content-type': fc.oneof(headerValue, fc.constantFrom('application/json', 'text/html', 'text/plain')),
    'content-range': headerValue,
    'content-encoding': fc.constantFrom(...Array<string>(12).fill('identity'), 'gzip', 'br', 'deflate', 'x'),
    etag: headerValue,
  },
  { requiredKeys: [] },
);
const status = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(200, 200, 201) },
  { weight: 1, arbitrary: fc.constantFrom(202, 204, 206, 301, 304, 401, 404, 409, 416, 422, 429, 503) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
);

/** Returns a resource with one replaced field. */
const almost = (whole: Record<string, unknown>, ...more: string[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...Object.keys(whole), ...more, '__proto__', 'constructor'),
      fc.jsonValue({ maxDepth: 3 }),
    )
    .map(([key, value]) => Object.fromEntries([...Object.entries(whole), [key, value]]));
const resource = fc.oneof(
  almost(job(1), 'user', 'commit', 'artifacts', 'pipeline', 'runner', 'downstream_pipeline'),
  almost(mergeRequest(1), 'author', 'labels', 'milestone', 'diff_refs', 'changes_count', 'pipeline', 'draft'),
);
const body = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 4, arbitrary: resource.map((value) => JSON.stringify(value)) },
  {
    weight: 4,
    arbitrary: fc
      .array(
        fc.oneof({ weight: 3, arbitrary: resource }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
        {
          maxLength: 4,
        },
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((message) => JSON.stringify({ message })) },
);
/**
 * How the body is truncated: not at all, at a position with a valid length, or at a position where the
 * connection closes.
 */
const cut = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), breaks: fc.boolean() }),
  },
);

const at = { id: 1, merge_request_iid: 2 };
const CALLS: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.call(getJob, { id: 1, job_id: 2 }),
  (client) => client.text(getJobTrace, { id: 1, job_id: 2 }, { offset: 5, etag: '"1"' }),
  async (client) => {
    let length = 0;
    for await (const chunk of await client.stream(getJobTrace, { id: 1, job_id: 2 })) length += chunk.length;
    return length;
  },
  (client) => pagesOf(client.pages(listProjectJobs, { id: 1 })),
  (client) => pagesOf(client.pages(listProjectMergeRequests, { id: 1, labels: ['a'] })),
  (client) => client.page(listProjectMergeRequests, { id: 1 }),
  (client) => client.call(getMergeRequest, at),
  (client) => client.call(updateMergeRequest, { ...at, title: 'x' }),
  (client) => client.call(subscribe, at),
  (client) => client.call(cancelAutoMerge, at),
  (client) => client.call(deleteMergeRequest, at),
];

/** Returns the length of a truncated body. */
const cutAt = (length: number, at = 1): number => Math.floor(length * at);

async function pagesOf(
  all: AsyncIterable<{ readonly items: readonly { readonly id: number }[] }>,
): Promise<number> {
  let pages = 0;
  for await (const page of all) {
    pages += 1;
    assert.ok(pages < 6 && page.items.every(({ id }) => typeof id === 'number'));
  }
  return pages;
}

describe('fuzzed responses', () => {
  afterEach(closeAll);

  it(`end in data or in an ApiError of a known kind: ${CASES.toLocaleString('en')} cases`, async () => {
    let next = { status: 200, headers: {} as Record<string, string>, body: Buffer.alloc(0), breaks: false };
    const server: Loopback = await startServer((_, response) => {
      const bytes = next.body;
      const { link } = next.headers;
      const sent = {
        ...next.headers,
        ...(link === undefined ? {} : { link: link.replaceAll('HOST', server.url) }),
      };
      if (!next.breaks) {
        response.writeHead(next.status, sent).end(bytes);
        return;
      }
      response.writeHead(next.status, { ...sent, 'content-length': String(bytes.length + 1) });
      response.write(bytes.length === 0 ? ' ' : bytes, () => response.destroy());
    });
    const plain = clientOf(server.url);
    const withPolicy = clientOf(server.url, { policy: true });
    const ends = new Map<string, number>();
    const settle = async (call: Promise<unknown>): Promise<string> => {
      try {
        await call;
        return 'data';
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        assert.ok(ERROR_KINDS.includes(error.kind));
        assert.ok((error.serverMessage ?? '').length <= 1000);
        assert.ok(!`${error.message} ${JSON.stringify(error)}`.includes(CANARY));
        return error.kind;
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CALLS),
        fc.boolean(),
        status,
        headers,
        body,
        cut,
        async (call, limited, code, fields, text, ending) => {
          const context = limited ? withPolicy : plain;
          const bytes = Buffer.from(text).subarray(0, cutAt(Buffer.byteLength(text), ending?.at));
          next = { status: code, headers: fields, body: bytes, breaks: ending?.breaks ?? false };
          let timer: NodeJS.Timeout | undefined;
          const hung = new Promise<never>((_, reject) => {
            timer = setTimeout(() => reject(new Error('it hangs')), PATIENCE);
          });
          const end = await Promise.race([settle(call(context.client)), hung]);
          clearTimeout(timer);
          context.lines.length = 0;
          // Ends any pause that the server requested.
          context.clock.time += 4_000_000;
          ends.set(end, (ends.get(end) ?? 0) + 1);
        },
      ),
      { numRuns: CASES, endOnFailure: true },
    );
    const summary = JSON.stringify([...ends]);
    for (const kind of ['data', 'schema', 'not-json', 'network', 'moved', 'server', 'not-found']) {
      assert.ok((ends.get(kind) ?? 0) > CASES / 200, summary);
    }
    assert.equal(Object.getPrototypeOf({}), Object.prototype);
  }).timeout(120_000);
});
