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

const WORDS = {
  before: (bytes: number) => `${bytes} bytes before`,
  between: (bytes: number) => `${bytes} bytes left out`,
};

/** A feed on a server whose job and log a test changes as it likes. */
async function following(log: Log, trace: (request: Seen, response: ServerResponse) => void = whole(log)) {
  const over = (): boolean => ['success', 'failed', 'canceled'].includes(log.status);
  const server = await startServer((request, response) => {
    if (log.fails !== undefined) sendJson(response, { message: 'refused' }, log.fails);
    else if (request.url.endsWith('/trace')) trace(request, response);
    else {
      const finished_at = over() ? '2026-11-05T12:00:00.000Z' : null;
      const erased_at = log.erased ?? null;
      sendJson(response, { id: 5, name: 'unit', stage: 'test', status: log.status, finished_at, erased_at });
    }
  });
  const clock = new ManualClock();
  const feed = new LogFeed(
    { base: server.url, project: 1, job: 5 },
    { client: clientOf(server.url).client, clock, notices: WORDS, largest: () => 20_000_000 },
  );
  const waiting: (() => void)[] = [];
  feed.onDidUpdate(() => {
    waiting.shift()?.();
  });
  /** The next state that the feed tells, after letting the clock run where it waits. */
  const next = async (): Promise<LogState> => {
    const told = new Promise<void>((resolve) => waiting.push(resolve));
    feed.wanted = true;
    const poke = setInterval(() => {
      clock.advance(60_000);
    }, 1);
    await told;
    clearInterval(poke);
    return feed.state;
  };
  const traces = (): Seen[] => server.requests.filter(({ url }) => url.endsWith('/trace'));
  return { feed, next, traces, clock, server };
}

/** Answers with all there is, or 404 where there is nothing. */
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

describe('following a job log', () => {
  afterEach(closeAll);

  it('reads a finished log once and is done', async () => {
    const { feed, next, traces } = await following({ status: 'success', text: 'one\ntwo\n' });
    const state = await next();
    assert.equal(state.kind === 'lines' && state.following, false);
    assert.deepEqual(linesOf(feed), ['one', 'two']);
    assert.equal(traces().length, 1);
    feed.wanted = true;
    assert.equal(traces().length, 1);
  });

  it('waits for a log that is not there yet, then shows it as it grows', async () => {
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

  it('tells for each update what changed, so that applying the changes gives the lines', async () => {
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

  it('asks only whether something is new, and transfers nothing where nothing is', async () => {
    const { next, traces } = await following({ status: 'running', text: 'one\n' });
    await next();
    await next();
    const [, second] = traces();
    assert.equal(second?.headers['if-none-match'], 'W/"4"');
  });

  it('takes only what is new from a server that can send a part', async () => {
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

  it('starts over where the log became another one', async () => {
    const log: Log = { status: 'running', text: 'long first log\n' };
    const { feed, next } = await following(log);
    await next();
    log.text = 'new\n';
    while (feed.trace.text(0, 1) !== 'new') await next();
    assert.deepEqual(linesOf(feed), ['new']);
  });

  it('tells an empty answer apart from a log', async () => {
    const { next } = await following({ status: 'success', text: '' });
    assert.equal((await next()).kind, 'no-log');
  });

  it('tells an erased log as such, without asking for it', async () => {
    const { next, traces } = await following({
      status: 'failed',
      text: undefined,
      erased: '2026-11-05T12:00:00Z',
    });
    assert.equal((await next()).kind, 'erased');
    assert.equal(traces().length, 0);
  });

  it('tells a failure, keeps what was read, and goes on when wanted again', async () => {
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

  it('goes on by itself after a failure that passes, and says meanwhile that something may be missing', async () => {
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

  it('does not read while nobody wants it', async () => {
    const { feed, next, clock, server } = await following({ status: 'running', text: 'one\n' });
    await next();
    feed.wanted = false;
    const before = server.requests.length;
    clock.advance(600_000);
    const probe = await startServer((_request, response) => {
      response.end();
    });
    // A round trip to another server: whatever was going to be asked has been asked by then.
    await fetch(probe.url);
    assert.equal(server.requests.length, before);
  });
});
