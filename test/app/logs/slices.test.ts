import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Backpressure } from '../../../src/app/logs/backpressure';
import { LogFeed } from '../../../src/app/logs/feed';
import { unfoldAll } from '../../../src/app/logs/output';
import { saveLog } from '../../../src/app/logs/save';
import { SLICE_BYTES, slicesOf } from '../../../src/app/logs/slices';
import type { LogState } from '../../../src/app/logs/state';
import { LogWindow } from '../../../src/app/logs/window';
import { clientOf, closeAll } from '../../api/helpers/client';
import { PassingClock } from '../../api/helpers/clocks';
import { sendJson, sendText, startServer } from '../../api/helpers/loopback';
import { mostInOneTurn } from '../../builders/turns-of-work';

const notices = {
  before: (bytes: number) => `<${bytes} before>`,
  between: (bytes: number) => `<${bytes} left out>`,
};
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${String(index).padStart(6, '0')}\n`).join('');
/** The parser may read bytes twice, and again those of an incomplete escape sequence. */
const MAX_READ_IN_A_TURN = 2 * SLICE_BYTES + 16_384;
const complete = (state: LogState): boolean => state.kind === 'lines' && state.complete;

/** Yields all pieces without waiting, like a reader that has them in memory. */
async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield* pieces;
}

async function serverOf(text: string) {
  const server = await startServer((request, response) => {
    if (/\/trace(?:\?|$)/.test(request.url)) sendText(response, text);
    else sendJson(response, { id: 5, name: 'unit', stage: 'test', status: 'success' });
  });
  const { client } = clientOf(server.url);
  return { client, key: { base: server.url, project: 1, job: 5 } };
}

async function feedOf(text: string, largest: number) {
  const { client, key } = await serverOf(text);
  return new LogFeed(key, { client, clock: new PassingClock(), notices, largest: () => largest });
}

const until = (feed: LogFeed, fits: (state: LogState) => boolean): Promise<void> =>
  new Promise((resolve) => {
    feed.onDidUpdate(({ state }) => {
      if (fits(state)) resolve();
    });
  });

describe('parsing a job log in slices', () => {
  afterEach(closeAll);

  it('returns slices of limited size for chunks of any size', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3 * SLICE_BYTES }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, async (given) => {
        const pieces = given.map((size, index) => Buffer.alloc(size, String(index)));
        const slices: Uint8Array[] = [];
        let bytes = 0;
        const take = async (): Promise<void> => {
          for await (const slice of slicesOf(piecesOf(pieces))) {
            slices.push(slice);
            bytes += slice.length;
          }
        };
        assert.ok((await mostInOneTurn(take(), () => bytes)) <= SLICE_BYTES);
        assert.ok(Buffer.concat(slices).equals(Buffer.concat(pieces)));
      }),
      { numRuns: 30 },
    );
  });

  it('parses one slice at a time when opening a job log and showing its end', async () => {
    const feed = await feedOf(numbered(500_000), 4_000_000);
    const shown = until(feed, complete);
    feed.attention = 'watched';
    const most = await mostInOneTurn(shown, () => feed.trace.checked);
    assert.ok(feed.trace.checked > 3_900_000 && feed.left !== undefined);
    assert.ok(most <= MAX_READ_IN_A_TURN, `${most} bytes in one turn`);
    feed.dispose();
  });

  it('parses one slice at a time if the end was buffered in one large chunk', async () => {
    const window = new LogWindow({ from: 0, largest: 4_000_000, notices });
    window.push(Buffer.from(numbered(500_000)));
    const before = window.trace.checked;
    const tellings: number[] = [];
    const work = unfoldAll(window, {
      changed: () => undefined,
      report: () => tellings.push(window.trace.checked),
      backlog: new Backpressure(new PassingClock()),
      signal: new AbortController().signal,
    });
    const most = await mostInOneTurn(work, () => window.trace.checked);
    assert.ok(window.trace.checked - before > 900_000);
    assert.ok(most <= MAX_READ_IN_A_TURN, `${most} bytes in one turn`);
    assert.ok(tellings.length < 10, `listeners are called ${tellings.length} times`);
  });

  it('reports all changes if the job log is hidden and shown again while its end is parsed', async () => {
    const feed = await feedOf(numbered(500_000), 4_000_000);
    const lines: string[] = [];
    let hidden = 0;
    const finished = new Promise<void>((resolve) => {
      feed.onDidUpdate(({ state, keep }) => {
        if (keep !== undefined) lines.splice(keep, lines.length, ...feed.trace.text(keep).split('\n'));
        if (complete(state)) resolve();
      });
    });
    feed.attention = 'watched';
    // Hides and shows the job log while its buffered end is parsed.
    for (let turns = 0; turns < 100_000 && hidden === 0; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (feed.left === undefined || feed.state.kind !== 'lines' || feed.state.complete) continue;
      hidden = feed.trace.lineCount;
      feed.attention = 'none';
      feed.attention = 'watched';
    }
    await finished;
    assert.ok(hidden > 0 && hidden < feed.trace.lineCount, 'it was hidden before all was parsed');
    assert.equal(lines.join('\n'), feed.trace.text());
    feed.dispose();
  });

  it('converts one slice at a time when saving a job log', async () => {
    const { client, key } = await serverOf(numbered(200_000));
    let parsed = 0;
    const written: Uint8Array[] = [];
    const writer = {
      write: (bytes: Uint8Array) => Promise.resolve(void written.push(bytes)),
      commit: () => Promise.resolve(),
      abort: () => Promise.resolve(),
    };
    const work = saveLog({
      key,
      format: 'clean',
      client,
      create: () => Promise.resolve(writer),
      onProgress: (bytes) => {
        parsed = bytes;
      },
      signal: new AbortController().signal,
    });
    assert.ok((await mostInOneTurn(work, () => parsed)) <= SLICE_BYTES);
    assert.equal(Buffer.concat(written).toString(), numbered(200_000));
  });
});
