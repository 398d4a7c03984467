import assert from 'node:assert/strict';
import type { CallOptions } from '../../../src/api/client';
import { StackTracePrefetch } from '../../../src/app/errors/stack-trace-prefetch';
import type { StackTrace } from '../../../src/domain/errors/stack-trace';

const place = { base: 'https://git.example.com', project: 1, path: 'acme/storefront' };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Returns a prefetch for two errors without a known stack trace. Each request waits until `next` is called.
 */
function prefetch(isWanted = true) {
  const requests: { readonly error: string; readonly signal: AbortSignal | undefined }[] = [];
  const waiting: (() => void)[] = [];
  const part = new StackTracePrefetch(
    {
      peekList: () => ({
        state: 'listed',
        settings: undefined,
        cursor: undefined,
        items: ['1', '2'].map((sentryId) => ({
          sentryId,
          title: 'TypeError',
          lastSeen: `2026-01-0${sentryId}`,
        })),
      }),
    },
    {
      peek: () => undefined,
      get: async ({ error }, options?: CallOptions): Promise<readonly StackTrace[]> => {
        requests.push({ error, signal: options?.signal });
        await new Promise<void>((resolve) => waiting.push(resolve));
        return [];
      },
    },
    () => isWanted,
  );
  const next = async (): Promise<void> => {
    waiting.shift()?.();
    await settled();
  };
  return { asked: requests, part, next };
}

describe('StackTracePrefetch', () => {
  it('reads stack traces one at a time, starting with the newest error', async () => {
    const { asked: requests, part, next } = prefetch();
    part.start([place]);
    assert.deepEqual(
      requests.map(({ error }) => error),
      ['2'],
    );
    await next();
    assert.deepEqual(
      requests.map(({ error }) => error),
      ['2', '1'],
    );
  });

  it('reads nothing while no view shows lines of code', () => {
    const { asked: requests, part } = prefetch(false);
    part.start([place]);
    assert.deepEqual(requests, []);
  });

  it("doesn't start again before it has finished", async () => {
    const { asked: requests, part, next } = prefetch();
    part.start([place]);
    part.start([place]);
    assert.equal(requests.length, 1);
    await next();
    await next();
    part.start([place]);
    assert.equal(requests.length, 3);
  });

  it('stops when it is disposed', async () => {
    const { asked: requests, part, next } = prefetch();
    part.start([place]);
    part.dispose();
    assert.equal(requests[0]?.signal?.aborted, true);
    await next();
    assert.equal(requests.length, 1);
  });
});
