import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { LogFeed } from '../../../src/app/logs/feed';
import type { LogState } from '../../../src/app/logs/state';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { type Seen, sendJson, sendText, startServer } from '../../api/helpers/loopback';

interface Log {
  status: string;
  text: string | undefined;
  erased?: string;
  fails?: number;
}

const NOTICES = {
  before: (bytes: number) => `${bytes} bytes before`,
  between: (bytes: number) => `${bytes} bytes left out`,
};

/** Returns a feed with a server whose job and job log the test changes. */
async function following(log: Log, trace: (request: Seen, response: ServerResponse) => void = whole(log)) {
  const over = (): boolean => ['success', 'failed', 'canceled'].includes(log.status);
  const server = await startServer((request, response) => {
    if (log.fails !== undefined) sendJson(response, { message: 'refused' }, log.fails);
    else if (/\/trace(?:\?|$)/.test(request.url)) trace(request, response);
    else {
      const finished_at = over() ? '2026-11-05T12:00:00.000Z' : null;
      const erased_at = log.erased ?? null;
      sendJson(response, { id: 5, name: 'unit', stage: 'test', status: log.status, finished_at, erased_at });
    }
  });
  const clock = new ManualClock();
  const feed = new LogFeed(
    { base: server.url, project: 1, job: 5 },
    { client: clientOf(server.url).client, clock, notices: NOTICES, largest: () => 20_000_000 },
  );
  const waiting: (() => void)[] = [];
  feed.onDidUpdate(() => {
    waiting.shift()?.();
  });
  /** Returns the next state of the feed. Advances the clock while waiting. */
  const next = async (): Promise<LogState> => {
    const updated = new Promise<void>((resolve) => waiting.push(resolve));
    feed.wanted = true;
    const poke = setInterval(() => {
      clock.advance(60_000);
    }, 1);
    await updated;
    clearInterval(poke);
    return feed.state;
  };
  const traces = (): Seen[] => server.requests.filter(({ url }) => /\/trace(?:\?|$)/.test(url));
  return { feed, next, traces, clock, server };
}

/** Responds with the complete job log, or 404 if there is none. */
function whole(log: Log) {
  return (request: Seen, response: ServerResponse): void => {
    if (log.text === undefined) sendJson(response, { message: '404 Not found' }, 404);
    else {
      const etag = `W/"${log.text.length}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else sendText(response, log.text, 200, { etag });
    }
  };
}

const linesOf = ({ trace }: LogFeed): string[] => (trace.lineCount === 0 ? [] : trace.text().split('\n'));

describe('LogFeed', () => {
  afterEach(closeAll);

  it('reads a finished job log once', async () => {
    const { feed, next, traces } = await following({ status: 'success', text: 'one\ntwo\n' });
    const state = await next();
    assert.equal(state.kind === 'lines' && state.following, false);
    assert.deepEqual(linesOf(feed), ['one', 'two']);
    assert.equal(traces().length, 1);
    feed.wanted = true;
    assert.equal(traces().length, 1);
  });

  it('waits for the job log and shows it as it grows', async () => {
    const log: Log = { status: 'pending', text: undefined };
    const { feed, next } = await following(log);
    assert.equal((await next()).kind, 'no-log');
    Object.assign(log, { status: 'running', text: 'one\n' });
    while ((await next()).kind !== 'lines');
    log.text = 'one\ntwo\n';
    while (feed.trace.lineCount < 2) await next();
    log.status = 'success';
    log.text = 'one\ntwo\nthree';
    for (;;) {
      const state = await next();
      if (state.kind === 'lines' && !state.following) break;
    }
    assert.deepEqual(linesOf(feed), ['one', 'two', 'three']);
  });

  it('reports the changes of each update', async () => {
    const log: Log = { status: 'running', text: 'a\n 10%\r' };
    const { feed, next } = await following(log);
    const shown: string[] = [];
    feed.onDidUpdate(({ keep }) => {
      if (keep !== undefined) shown.splice(keep, shown.length, ...linesOf(feed).slice(keep));
    });
    await next();
    for (const text of ['a\n 10%\r 20%\r', 'a\n 10%\r 20%\r\nb\n', 'a\n 10%\r 20%\r\nb\nc']) {
      log.text = text;
      await next();
      await next();
    }
    log.status = 'failed';
    do await next();
    while (feed.state.kind === 'lines' && feed.state.following);
    assert.deepEqual(shown, ['a', ' 20%', 'b', 'c']);
    assert.deepEqual(linesOf(feed), shown);
  });

  it('sends the ETag, so that nothing is transferred if the job log is unchanged', async () => {
    const { next, traces } = await following({ status: 'running', text: 'one\n' });
    await next();
    await next();
    const [, second] = traces();
    assert.equal(second?.headers['if-none-match'], 'W/"4"');
  });

  it('requests only the new part if the server supports ranges', async () => {
    const log: Log = { status: 'running', text: 'one\n' };
    const { feed, next, traces } = await following(log, (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const text = log.text ?? '';
      if (from === 0) sendText(response, text);
      else if (from >= text.length) response.writeHead(416).end();
      else
        sendText(response, text.slice(from), 206, {
          'content-range': `bytes ${from}-${text.length - 1}/${text.length}`,
        });
    });
    await next();
    log.text = 'one\ntwo\n';
    while (feed.trace.lineCount < 2) await next();
    assert.equal(traces()[1]?.headers.range, 'bytes=4-');
    assert.deepEqual(linesOf(feed), ['one', 'two']);
  });

  it('starts over if the job log was replaced', async () => {
    const log: Log = { status: 'running', text: 'long first log\n' };
    const { feed, next } = await following(log);
    await next();
    log.text = 'new\n';
    while (feed.trace.text(0, 1) !== 'new') await next();
    assert.deepEqual(linesOf(feed), ['new']);
  });

  it('reports an empty job log', async () => {
    const { next } = await following({ status: 'success', text: '' });
    assert.equal((await next()).kind, 'no-log');
  });

  it('reports an erased job log without requesting it', async () => {
    const { next, traces } = await following({
      status: 'failed',
      text: undefined,
      erased: '2026-11-05T12:00:00Z',
    });
    assert.equal((await next()).kind, 'erased');
    assert.equal(traces().length, 0);
  });

  it('reports an error, keeps the lines, and continues on request', async () => {
    const log: Log = { status: 'running', text: 'one\n' };
    const { feed, next } = await following(log);
    await next();
    log.fails = 403;
    assert.equal((await next()).kind, 'failed');
    assert.deepEqual(linesOf(feed), ['one']);
    delete log.fails;
    log.text = 'one\ntwo\n';
    while (feed.trace.lineCount < 2) await next();
    assert.deepEqual(linesOf(feed), ['one', 'two']);
  });

  it('retries after a temporary error, and reports meanwhile that lines may be missing', async () => {
    const log: Log = { status: 'running', text: 'one\n' };
    const { feed, next } = await following(log);
    await next();
    log.fails = 500;
    const during = await next();
    assert.ok(during.kind === 'lines' && during.following && during.problem !== undefined);
    delete log.fails;
    log.text = 'one\ntwo\n';
    while (feed.trace.lineCount < 2) await next();
    assert.ok(feed.state.kind === 'lines' && feed.state.problem === undefined);
  });

  it("sends no requests while it isn't needed", async () => {
    const { feed, next, clock, server } = await following({ status: 'running', text: 'one\n' });
    await next();
    feed.wanted = false;
    const before = server.requests.length;
    clock.advance(600_000);
    const probe = await startServer((_request, response) => {
      response.end();
    });
    // A round trip to another server, so that pending requests would have been sent.
    await fetch(probe.url);
    assert.equal(server.requests.length, before);
  });
});
