import assert from 'node:assert/strict';
import type { CallOptions } from '../../../src/api/client';
import { StackTracePrefetch } from '../../../src/app/errors/stack-trace-prefetch';
import type { StackTrace } from '../../../src/domain/errors/stack-trace';

const place = { base: 'https://git.example.com', project: 1, path: 'acme/storefront' };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Two errors without a known trace; each reading waits until it is let go. */
function prefetch(isWanted = true) {
  const asked: { readonly error: string; readonly signal: AbortSignal | undefined }[] = [];
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
        asked.push({ error, signal: options?.signal });
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
  return { asked, part, next };
}

describe('reading stack traces ahead of time', () => {
  it('reads them one after the other, the newest error first', async () => {
    const { asked, part, next } = prefetch();
    part.start([place]);
    assert.deepEqual(
      asked.map(({ error }) => error),
      ['2'],
    );
    await next();
    assert.deepEqual(
      asked.map(({ error }) => error),
      ['2', '1'],
    );
  });

  it('reads nothing while nobody sees lines of code named', () => {
    const { asked, part } = prefetch(false);
    part.start([place]);
    assert.deepEqual(asked, []);
  });

  it('begins no second round before the first is over', async () => {
    const { asked, part, next } = prefetch();
    part.start([place]);
    part.start([place]);
    assert.equal(asked.length, 1);
    await next();
    await next();
    part.start([place]);
    assert.equal(asked.length, 3);
  });

  it('ends with the view', async () => {
    const { asked, part, next } = prefetch();
    part.start([place]);
    part.dispose();
    assert.equal(asked[0]?.signal?.aborted, true);
    await next();
    assert.equal(asked.length, 1);
  });
});
