import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { LogFeed } from '../../../src/app/logs/feed';
import type { LogState } from '../../../src/app/logs/state';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { type Seen, sendJson, startServer } from '../../api/helpers/loopback';

const notices = {
  before: (bytes: number) => `<${bytes} before>`,
  between: (bytes: number) => `<${bytes} left out>`,
};
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${String(index).padStart(4, '0')}\n`).join('');

type Trace = (request: Seen, response: ServerResponse) => void;

async function feedOn(trace: Trace, largest = 1_000_000, status = 'success') {
  const server = await startServer((request, response) => {
    if (/\/trace(?:\?|$)/.test(request.url)) trace(request, response);
    else sendJson(response, { id: 5, name: 'unit', stage: 'test', status });
  });
  const clock = new ManualClock();
  const { client } = clientOf(server.url);
  const deps = { client, clock, notices, largest: () => largest };
  const feed = new LogFeed({ base: server.url, project: 1, job: 5 }, deps);
  const states: LogState[] = [];
  const waiting = new Set<() => void>();
  feed.onDidUpdate(({ state }) => {
    states.push(state);
    for (const check of [...waiting]) check();
  });
  /** Resolves as soon as the current state or that of an update matches. */
  const until = (fits: (state: LogState) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!fits(feed.state)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const traces = (): Seen[] =>
    server.requests.filter(({ method, url }) => method === 'GET' && /\/trace(?:\?|$)/.test(url));
  return { feed, states, until, traces, clock, server };
}

const complete = (state: LogState): boolean => state.kind === 'lines' && state.complete;
const whole =
  (text: string): Trace =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  };
/** Responds to `Range` with a part, like some servers. */
const ranged =
  (text: string): Trace =>
  ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const range = { 'content-range': `bytes ${from}-${text.length - 1}/${text.length}` };
    response
      .writeHead(from === 0 ? 200 : 206, { 'content-type': 'text/plain', ...(from === 0 ? {} : range) })
      .end(text.slice(from));
  };

describe('feed of a large job log', () => {
  afterEach(closeAll);

  it('shows the beginning while the rest is being read', async () => {
    let finish = (): void => assert.fail('nothing was asked');
    const { feed, until } = await feedOn((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write(numbered(25_000));
      finish = () => {
        response.end('the last line\n');
      };
    });
    feed.attention = 'watched';
    await until(({ kind }) => kind === 'lines');
    assert.ok(feed.state.kind === 'lines' && !feed.state.complete);
    assert.equal(feed.trace.text(0, 1), 'line 0000');
    finish();
    await until(complete);
    assert.equal(feed.trace.lineCount, 25_001);
  });

  it('shows a small amount of slow data after a delay', async () => {
    const { feed, until, clock } = await feedOn((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('a little\n');
    });
    feed.attention = 'watched';
    const poke = setInterval(() => {
      clock.advance(100);
    }, 1);
    await until(({ kind }) => kind === 'lines');
    clearInterval(poke);
    assert.equal(feed.trace.text(), 'a little');
    feed.dispose();
  });

  it('shows the beginning and the end of a job log over the limit, and then the parts between', async () => {
    const text = numbered(300_000);
    for (const trace of [whole(text), ranged(text)]) {
      const { feed, until, traces } = await feedOn(trace);
      feed.attention = 'watched';
      await until(complete);
      const { left } = feed;
      assert.ok(left !== undefined);
      assert.ok(feed.trace.size() < 1_200_000);
      const lines = feed.trace.text().split('\n');
      assert.equal(lines[0], 'line 0000');
      assert.ok(lines.includes(`<${left.to - left.from} left out>`));
      assert.equal(lines.at(-1), 'line 299999');

      assert.ok(feed.nextPart());
      await until(complete);
      assert.equal(feed.trace.text(0, 1), `<${left.from} before>`);
      assert.equal(feed.trace.text(1, 2), lineAt(text, left.from));
      assert.equal(feed.trace.text().split('\n').at(-1), 'line 299999');
      assert.equal(traces()[1]?.headers.range, `bytes=${left.from}-`);
      let parts = 2;
      while (feed.nextPart()) {
        await until(complete);
        parts++;
      }
      assert.ok(parts > 2 && parts < 8, `${parts} parts`);
      assert.equal(feed.left, undefined);
      feed.dispose();
    }
  }).timeout(20_000);

  it('continues after a connection failure without reading known data again', async () => {
    const text = numbered(60_000);
    let breaks = 1;
    const { feed, until, traces, clock } = await feedOn((request, response) => {
      if (breaks-- <= 0) ranged(text)(request, response);
      else {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': String(text.length) });
        response.write(text.slice(0, 300_000), () => setImmediate(() => response.destroy()));
      }
    });
    feed.attention = 'watched';
    const poke = setInterval(() => {
      clock.advance(1_000);
    }, 1);
    await until(complete);
    clearInterval(poke);
    assert.equal(feed.trace.text(), text.trimEnd());
    assert.match(traces()[1]?.headers.range ?? '', /^bytes=[1-9]\d+-$/);
  });

  it("reports that the rest couldn't be read, and reads it on request", async () => {
    const text = numbered(60_000);
    let fails = true;
    const { feed, until, clock } = await feedOn((request, response) => {
      if (!fails) ranged(text)(request, response);
      else if (request.headers.range !== undefined) sendJson(response, { message: '403 Forbidden' }, 403);
      else {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': String(text.length) });
        response.write(text.slice(0, 300_000), () => setImmediate(() => response.destroy()));
      }
    });
    feed.attention = 'watched';
    const poke = setInterval(() => {
      clock.advance(1_000);
    }, 1);
    await until(({ kind }) => kind === 'failed');
    assert.ok(feed.trace.lineCount > 1_000);
    fails = false;
    feed.wanted = true;
    await until(complete);
    clearInterval(poke);
    assert.equal(feed.trace.text(), text.trimEnd());
  });

  it("stops when it isn't visible, and continues at the same position", async () => {
    const text = numbered(60_000);
    let first = true;
    const { feed, until, traces } = await feedOn((request, response) => {
      if (!first) ranged(text)(request, response);
      else {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.write(text.slice(0, 300_000));
      }
      first = false;
    });
    feed.attention = 'watched';
    await until(({ kind }) => kind === 'lines');
    feed.attention = 'none';
    feed.attention = 'watched';
    await until(complete);
    assert.equal(feed.trace.text(), text.trimEnd());
    assert.match(traces()[1]?.headers.range ?? '', /^bytes=\d+-$/);
  });

  it('polls less often if the server always sends the complete job log', async () => {
    let text = numbered(400_000);
    const { feed, until, clock, traces } = await feedOn(
      (_request, response) => {
        whole(text)(_request, response);
      },
      20_000_000,
      'running',
    );
    feed.attention = 'watched';
    await until(complete);
    text += 'one more\n';
    await resting(clock);
    clock.advance(3_000);
    assert.equal(clock.waiting, 1);
    assert.equal(traces().length, 1);
    clock.advance(3_000);
    await until(() => feed.trace.text().endsWith('one more'));
    assert.equal(feed.trace.lineCount, 400_001);
    feed.dispose();
  });
});

describe('feed of a hidden job log', () => {
  afterEach(closeAll);

  it('polls once a minute while the job is running', async () => {
    const { feed, until, clock, traces } = await feedOn(whole('one\n'), undefined, 'running');
    feed.attention = 'hidden';
    await until(complete);
    await resting(clock);
    clock.advance(59_000);
    assert.equal(clock.waiting, 1);
    assert.equal(traces().length, 1);
    feed.attention = 'watched';
    await until(() => traces().length > 1);
    feed.dispose();
  });

  it('polls immediately after an action on its job', async () => {
    const { feed, until, clock, server } = await feedOn(whole(''), undefined, 'manual');
    feed.attention = 'watched';
    await until(({ kind }) => kind === 'no-log');
    await resting(clock);
    const before = server.requests.length;
    const again = new Promise((resolve) => feed.onDidUpdate(resolve));
    feed.pollSoon();
    await again;
    assert.ok(server.requests.length > before, 'though the clock stood still');
    feed.dispose();
  });

  it("doesn't poll for a manual job until it is visible", async () => {
    const { feed, until, clock, server } = await feedOn(whole(''), undefined, 'manual');
    feed.attention = 'hidden';
    await until(({ kind }) => kind === 'no-log');
    const before = server.requests.length;
    clock.advance(24 * 60 * 60_000);
    const probe = await startServer((_request, response) => {
      response.end();
    });
    await fetch(probe.url);
    assert.equal(server.requests.length, before);
    const again = new Promise((resolve) => feed.onDidUpdate(resolve));
    feed.attention = 'watched';
    await resting(clock);
    clock.advance(30_000);
    await again;
    assert.ok(server.requests.length > before);
    feed.dispose();
  });
});

const lineAt = (text: string, offset: number): string => text.slice(offset, text.indexOf('\n', offset));

/** Waits until the feed waits for its next poll. */
async function resting(clock: ManualClock): Promise<void> {
  while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
}
