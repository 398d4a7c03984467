import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { LogFeed } from '../../../src/app/logs/feed';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { type Seen, sendJson, sendText, startServer } from '../../api/helpers/loopback';

const MEGABYTE = 1_000_000;

/** Sends a log in one of the ways of real servers. */
type Send = (log: string, request: Seen, response: ServerResponse) => void;

const offsetOf = ({ url }: Seen): number =>
  Number(new URL(url, 'http://host').searchParams.get('byte_offset') ?? 0);
const firstOf = ({ headers }: Seen): number => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

const sendWhole: Send = (log, request, response) => {
  const etag = `W/"${log.length}"`;
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else sendText(response, log, 200, { etag });
};
const sendFromOffset: Send = (log, request, response) => {
  sendText(response, log.slice(offsetOf(request)));
};
const sendRange: Send = (log, request, response) => {
  const first = firstOf(request);
  if (first === 0) sendWhole(log, request, response);
  else if (first >= log.length) response.writeHead(416, { 'content-range': `bytes */${log.length}` }).end();
  else
    sendText(response, log.slice(first), 206, {
      'content-range': `bytes ${first}-${log.length - 1}/${log.length}`,
    });
};

/** Lines of 100 bytes that begin and end with their number, as far as they fill a number of bytes. */
const linesOf = (from: number, bytes: number, name = 'line'): string =>
  Array.from({ length: bytes / 100 }, (_, index) => {
    const start = `${name} ${from + index} `;
    return `${start.padEnd(100 - start.length, '.')}${start.trimEnd()}\n`.padStart(100, '.');
  }).join('');

/** Returns a feed of a running job whose log the test changes, and the number of bytes that the server sent. */
async function follow(log: { text: string }, send: Send) {
  let sent = 0;
  const job = { id: 5, name: 'unit', stage: 'test', status: 'running', finished_at: null, erased_at: null };
  const server = await startServer((request, response) => {
    if (!new URL(request.url, 'http://host').pathname.endsWith('/trace')) {
      sendJson(response, job);
      return;
    }
    const end = response.end.bind(response);
    response.end = ((body?: unknown, ...rest: never[]) => {
      if (typeof body === 'string' || Buffer.isBuffer(body)) sent += Buffer.byteLength(body);
      return end(body as string, ...rest);
    }) as typeof response.end;
    send(log.text, request, response);
  });
  const { client } = clientOf(server.url);
  const clock = new ManualClock();
  const notices = { before: () => '', between: () => '' };
  const feed = new LogFeed(
    { base: server.url, project: 1, job: 5 },
    { client, clock, notices, largest: () => 20_000_000 },
  );
  /** Reads the log of a feed until it has a number of bytes. */
  const readUpTo = async (bytes: number): Promise<void> => {
    feed.wanted = true;
    const poke = setInterval(() => {
      clock.advance(60_000);
    }, 1);
    while (feed.read !== bytes) await new Promise<void>((resolve) => feed.onDidUpdate(() => resolve()));
    clearInterval(poke);
  };
  /** Reads the log again, without a change of its length. */
  const poll = async (): Promise<void> => {
    const before = server.requests.length;
    feed.pollSoon();
    while (server.requests.length < before + 2)
      await new Promise<void>((resolve) => feed.onDidUpdate(() => resolve()));
  };
  const take = (): number => {
    const bytes = sent;
    sent = 0;
    return bytes;
  };
  return { feed, readUpTo, poll, take, server };
}

/** Appends to a log and reads it, several times. Returns the number of bytes that the server sent. */
async function grow(log: { text: string }, { readUpTo, take }: Awaited<ReturnType<typeof follow>>) {
  for (let round = 0; round < 20; round++) {
    log.text += linesOf(log.text.length / 100, MEGABYTE / 20);
    await readUpTo(log.text.length);
  }
  return take();
}

describe('the rest of a growing log', () => {
  afterEach(closeAll);

  for (const [name, send] of Object.entries({ sendWhole, sendFromOffset, sendRange }))
    it(`is compared with the end of what is known, so that a replaced log isn't mixed (${name})`, async () => {
      const start = linesOf(0, 1_000, 'same');
      const log = { text: start + linesOf(10, 5_000, 'old') };
      const followed = await follow(log, send);
      await followed.readUpTo(log.text.length);
      log.text += linesOf(60, 2_000, 'old');
      await followed.readUpTo(log.text.length);
      assert.equal(followed.feed.trace.text(), log.text.trimEnd());
      log.text = start + linesOf(10, 9_000, 'new');
      await followed.readUpTo(log.text.length);
      assert.equal(followed.feed.trace.text(), log.text.trimEnd());
    });

  it('transfers only new bytes on servers with byte_offset', async () => {
    const log = { text: linesOf(0, 10 * MEGABYTE) };
    const followed = await follow(log, sendFromOffset);
    await followed.readUpTo(log.text.length);
    assert.equal(followed.take(), 10 * MEGABYTE);
    const sent = await grow(log, followed);
    assert.ok(sent < 1.01 * MEGABYTE, `${sent} bytes`);
    assert.equal(followed.feed.trace.text(), log.text.trimEnd());
  });

  it('transfers only new bytes on servers with ranges', async () => {
    const log = { text: linesOf(0, MEGABYTE) };
    const followed = await follow(log, sendRange);
    await followed.readUpTo(log.text.length);
    followed.take();
    const sent = await grow(log, followed);
    assert.ok(sent < 1.01 * MEGABYTE, `${sent} bytes`);
    assert.equal(followed.feed.trace.text(), log.text.trimEnd());
  });

  it('is read with ranges from servers that refuse byte_offset', async () => {
    const log = { text: linesOf(0, MEGABYTE) };
    const followed = await follow(log, (text, request, response) => {
      if (request.url.includes('byte_offset')) sendJson(response, { error: 'byte_offset is invalid' }, 400);
      else sendRange(text, request, response);
    });
    await followed.readUpTo(log.text.length);
    followed.take();
    const sent = await grow(log, followed);
    assert.ok(sent < 1.01 * MEGABYTE, `${sent} bytes`);
    assert.equal(followed.feed.trace.text(), log.text.trimEnd());
    assert.equal(followed.server.requests.filter(({ url }) => url.includes('byte_offset')).length, 1);
  });

  it('transfers nothing while the log is unchanged on servers that send the whole log', async () => {
    const log = { text: linesOf(0, MEGABYTE) };
    const followed = await follow(log, sendWhole);
    await followed.readUpTo(log.text.length);
    log.text += linesOf(10_000, 1_000);
    await followed.readUpTo(log.text.length);
    followed.take();
    const { grewAt = 0 } = followed.feed;
    await followed.poll();
    assert.equal(followed.take(), 0);
    assert.equal(followed.feed.grewAt, grewAt);
    assert.equal(followed.feed.trace.text(), log.text.trimEnd());
  });

  it('is compared with what was read, so that another log replaces it', async () => {
    for (const send of [sendFromOffset, sendWhole, sendRange]) {
      const log = { text: linesOf(0, 2_000) };
      const followed = await follow(log, send);
      await followed.readUpTo(log.text.length);
      log.text += linesOf(20, 1_000);
      await followed.readUpTo(log.text.length);
      log.text = linesOf(0, 1_500, 'other');
      await followed.readUpTo(log.text.length);
      assert.equal(followed.feed.trace.text(), log.text.trimEnd());
      followed.feed.dispose();
    }
    // A longer one has other bytes where the log ended.
    const log = { text: linesOf(0, 2_000) };
    const followed = await follow(log, sendFromOffset);
    await followed.readUpTo(log.text.length);
    log.text = linesOf(0, 5_000, 'other');
    await followed.readUpTo(log.text.length);
    assert.equal(followed.feed.trace.text(), log.text.trimEnd());
  });

  it('is never added twice if the log repeats its first lines', async () => {
    const line = `${'='.repeat(99)}\n`;
    const log = { text: line.repeat(10) };
    const followed = await follow(log, sendWhole);
    await followed.readUpTo(log.text.length);
    log.text += line.repeat(5);
    await followed.readUpTo(log.text.length);
    assert.equal(followed.feed.trace.text(), log.text.trimEnd());
  });

  it('has the same bytes for any division of the log', async () => {
    for (const size of [1, 63, 64, 65, 100]) {
      const whole = linesOf(0, 1_000);
      const log = { text: '' };
      const followed = await follow(log, sendFromOffset);
      for (let end = size; end <= whole.length; end += Math.max(size, 50)) {
        log.text = whole.slice(0, end);
        await followed.readUpTo(end);
      }
      assert.equal(followed.feed.trace.text(), log.text.trimEnd());
      followed.feed.dispose();
    }
  });
});

describe('a log that is too large to show', () => {
  afterEach(closeAll);

  // Much larger than what the buffers of a connection take.
  const SIZE = 32 * MEGABYTE;
  const HEAD = 1_000;
  let log = Buffer.alloc(0);
  before(() => {
    log = Buffer.from(linesOf(0, SIZE));
  });

  interface Sizes {
    /** Size of the job's file with the log. Undefined while the job is running. */
    readonly file?: number | undefined;
    /** Size in the response to `HEAD`. Without it, the server doesn't send one. */
    readonly head?: number | 'refused' | undefined;
  }

  /** Reads a log of `SIZE` bytes of which 1 MB is shown. Returns the feed and the number of bytes that the server sent. */
  async function readLarge(send: (from: number) => 'rest' | 'part' | 'whole', { file, head }: Sizes) {
    let sent = 0;
    const server = await startServer((request, response) => {
      if (!new URL(request.url, 'http://host').pathname.endsWith('/trace')) {
        const artifacts = file === undefined ? [] : [{ file_type: 'trace', size: file }];
        sendJson(response, { id: 5, name: 'unit', stage: 'test', status: 'success', artifacts });
        return;
      }
      if (request.method === 'HEAD') {
        const length = head === undefined ? {} : { 'content-length': String(head) };
        if (head === 'refused') response.writeHead(405, { allow: 'GET' }).end();
        else response.writeHead(200, { 'content-type': 'text/plain', ...length }).end();
        return;
      }
      const wanted = offsetOf(request) || firstOf(request);
      const kind = wanted === 0 ? 'whole' : send(wanted);
      const from = kind === 'whole' ? 0 : wanted;
      const range = { 'content-range': `bytes ${from}-${SIZE - 1}/${SIZE}` };
      response.writeHead(kind === 'rest' ? 206 : 200, {
        'content-type': 'text/plain',
        ...(kind === 'rest' ? range : {}),
      });
      function* pieces(): Generator<Buffer> {
        for (let at = from; at < SIZE; at += 100_000) {
          const piece = log.subarray(at, at + 100_000);
          sent += piece.length;
          yield piece;
        }
      }
      // Ends early if the client closes the connection.
      pipeline(Readable.from(pieces()), response, () => undefined);
    });
    const { client } = clientOf(server.url);
    const notices = { before: () => '<before>', between: (bytes: number) => `<${bytes}>` };
    const feed = new LogFeed(
      { base: server.url, project: 1, job: 5 },
      { client, clock: new ManualClock(), notices, largest: () => MEGABYTE },
    );
    feed.wanted = true;
    while (!(feed.state.kind === 'lines' && feed.state.complete))
      await new Promise<void>((resolve) => feed.onDidUpdate(() => resolve()));
    return { feed, sent, heads: server.requests.filter(({ method }) => method === 'HEAD') };
  }

  /** Checks the shown start and end, and the line in place of the rest. */
  function check(feed: LogFeed): void {
    const { left } = feed;
    assert.ok(left !== undefined);
    const lines = feed.trace.text().split('\n');
    assert.ok(lines.includes(`<${left.to - left.from}>`), lines[left.line]);
    const numbers = lines
      .filter((_, line) => line !== left.line)
      .map((line) => Number(/\d+$/.exec(line)?.[0]));
    const gap = (left.to - left.from) / 100;
    const expected = numbers.map((_, index) => (index < left.line ? index : index + gap));
    assert.deepEqual(numbers, expected);
    assert.equal(numbers.at(-1), SIZE / 100 - 1);
    assert.ok(numbers.length > HEAD);
  }

  for (const [name, kind] of [
    ['byte_offset', 'part'],
    ['ranges', 'rest'],
  ] as const)
    it(`is read without its middle from servers with ${name}`, async () => {
      const { feed, sent, heads } = await readLarge(() => kind, { file: SIZE });
      check(feed);
      assert.ok(sent < SIZE / 2, `${sent} bytes`);
      assert.equal(heads.length, 0);
    });

  it('is read without its middle while the job is running, because HEAD returns its size', async () => {
    for (const kind of ['part', 'rest'] as const) {
      const { feed, sent, heads } = await readLarge(() => kind, { head: SIZE });
      check(feed);
      assert.ok(sent < SIZE / 2, `${sent} bytes`);
      assert.equal(heads.length, 1);
      // The size of a compressed log isn't that of the log.
      assert.equal(heads[0]?.headers['accept-encoding'], 'identity');
    }
  });

  it('is read completely from servers that send no size', async () => {
    for (const head of [undefined, 'refused'] as const) {
      const { feed, sent, heads } = await readLarge(() => 'part', { head });
      check(feed);
      assert.deepEqual([sent, heads.length], [SIZE, 1]);
    }
  });

  it('is read once from servers that send only the whole log', async () => {
    for (const sizes of [{ file: SIZE }, { head: SIZE }]) {
      const { feed, sent } = await readLarge(() => 'whole', sizes);
      check(feed);
      // The second response is canceled as soon as it turns out to be the whole log.
      assert.ok(sent < SIZE * 1.5, `${sent} bytes`);
    }
  });

  it('is shown completely if the size is wrong', async () => {
    for (const wrong of [SIZE / 2, SIZE - 100, SIZE + 100, SIZE * 2])
      for (const sizes of [{ file: wrong }, { head: wrong }])
        check((await readLarge(() => 'part', sizes)).feed);
  });
});
